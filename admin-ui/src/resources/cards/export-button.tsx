import Download from '@mui/icons-material/Download';
import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Button, Confirm, useCanAccess, useListContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import { useApplication } from '../../layout/application-context';
import { type ExportFormat, exportUrl } from './export-url';
import { useIssue } from './use-issue';

const FORMATS: ExportFormat[] = ['csv', 'txt', 'template'];

/** Exports the filtered list as a file, and marks the cards as issued if wanted. */
export function ExportButton() {
  const { filter, filterValues, total } = useListContext();
  const { canAccess } = useCanAccess({ resource: 'cards', action: 'export' });
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState(false);
  const application = useApplication();
  const issue = useIssue({ ...filterValues, ...filter }, 'template', application?.name ?? 'cards');
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
        <MenuItem
          onClick={() => {
            close();
            setAsking(true);
          }}
        >
          {translate('panel.cards.export_issue')}
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={asking}
        title="panel.cards.export_issue_title"
        content="panel.cards.export_issue_text"
        confirm="panel.cards.export_issue_verb"
        onConfirm={() => {
          setAsking(false);
          void issue();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
