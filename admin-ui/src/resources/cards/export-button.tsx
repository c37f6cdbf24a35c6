import Download from '@mui/icons-material/Download';
import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import {
  Button,
  Confirm,
  useCanAccess,
  useDataProvider,
  useListContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import { useNotifyError } from '../../components/use-notify-error';
import { messageKey } from '../../i18n/message-key';
import { type ExportFormat, exportUrl, saveText } from './export-url';

const FORMATS: ExportFormat[] = ['csv', 'txt'];

/** Exports the filtered list as a file, and marks the cards as issued if wanted. */
export function ExportButton() {
  const { filter, filterValues, total } = useListContext();
  const { canAccess } = useCanAccess({ resource: 'cards', action: 'export' });
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState(false);
  const issue = useIssue({ ...filterValues, ...filter });
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
        onConfirm={() => {
          setAsking(false);
          void issue();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Returns a function that marks the available cards of a list as issued and saves them as a file. */
function useIssue(filter: object): () => Promise<void> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  return async () => {
    try {
      const text = await dataProvider.actForText('/cards/export/issue', { filter, format: 'txt' });
      saveText(text, 'cards.txt');
    } catch (error) {
      notifyError(error);
    } finally {
      refresh();
    }
  };
}
