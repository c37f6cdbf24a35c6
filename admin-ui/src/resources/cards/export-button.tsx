import Download from '@mui/icons-material/Download';
import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Button, useCanAccess, useListContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import { type ExportFormat, exportUrl } from './export-url';

const FORMATS: ExportFormat[] = ['csv', 'txt'];

/** Exports the filtered list as a file. */
export function ExportButton() {
  const { filter, filterValues, total } = useListContext();
  const { canAccess } = useCanAccess({ resource: 'cards', action: 'export' });
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!canAccess) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        label="ra.action.export"
        disabled={!total}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget as HTMLElement)}
      >
        <Download />
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {FORMATS.map((format) => (
          <MenuItem
            key={format}
            component="a"
            href={exportUrl({ ...filterValues, ...filter }, format)}
            download
            onClick={close}
          >
            {translate(messageKey(`panel.cards.export_${format}`))}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
