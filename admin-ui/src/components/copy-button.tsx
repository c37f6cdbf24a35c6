import ContentCopy from '@mui/icons-material/ContentCopy';
import { IconButton, Tooltip } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { copyText } from './copy-text';

/** Copies a text to the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = async () => {
    await copyText(text);
    notify('panel.copied');
  };
  return (
    <Tooltip title={translate('panel.copy')}>
      <IconButton size="small" aria-label={translate('panel.copy')} onClick={() => void copy()}>
        <ContentCopy fontSize="inherit" />
      </IconButton>
    </Tooltip>
  );
}
