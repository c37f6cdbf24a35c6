import ContentCopy from '@mui/icons-material/ContentCopy';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  text: string;
  /** Label that distinguishes the button from other copy buttons on the page. */
  label?: string;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const translate = useTranslate();
  const copy = useCopy();
  const name = label ?? translate('panel.copy');
  return (
    <Tooltip title={name}>
      <IconButton size="small" aria-label={name} onClick={() => void copy(text)}>
        <ContentCopy fontSize="inherit" />
      </IconButton>
    </Tooltip>
  );
}
