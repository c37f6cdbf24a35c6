import Download from '@mui/icons-material/Download';
import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCopy } from './use-copy';

interface ShownOnceProps {
  text: string;
  label: string;
  warning: string;
  /** If set, the secret can also be downloaded with this file name. */
  fileName?: string;
}

/** Shows a secret that cannot be shown again. */
export function ShownOnce({ text, label, warning, fileName }: ShownOnceProps) {
  const translate = useTranslate();
  const copy = useCopy();
  return (
    <>
      <Alert severity="warning" sx={{ mb: 2 }}>
        {translate(warning)}
      </Alert>
      <TextField
        label={label}
        value={text}
        multiline
        onFocus={({ target }) => target.select()}
        slotProps={{ input: { readOnly: true, sx: { fontFamily: 'monospace' } } }}
      />
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <Button startIcon={<ContentCopy />} onClick={() => void copy(text)}>
          {translate('panel.copy')}
        </Button>
        {fileName && (
          <Button
            startIcon={<Download />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download={fileName}
          >
            {translate('panel.download')}
          </Button>
        )}
      </Box>
    </>
  );
}
