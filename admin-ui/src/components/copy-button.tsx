import ContentCopy from '@mui/icons-material/ContentCopy';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCopy } from './use-copy';

/** Copies a text to the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const translate = useTranslate();
  const copy = useCopy();
  return (
    <Tooltip title={translate('panel.copy')}>
      <IconButton size="small" aria-label={translate('panel.copy')} onClick={() => void copy(text)}>
        <ContentCopy fontSize="inherit" />
      </IconButton>
    </Tooltip>
  );
}
