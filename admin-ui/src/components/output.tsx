import { Box, Typography } from '@mui/material';
import { useId } from 'react';

interface OutputProps {
  label: string;
  text: string;
  /** Shown when there is no text. */
  empty?: string;
}

/** The output of a program, in a scrollable box. */
export function Output({ label, text, empty }: OutputProps) {
  const id = useId();
  return (
    <Box sx={{ mb: 1 }}>
      <Typography id={id} variant="caption" color="textSecondary" component="div">
        {label}
      </Typography>
      {text === '' && empty !== undefined ? (
        <Typography variant="body2">{empty}</Typography>
      ) : (
        // A scrollable box must be reachable by keyboard.
        <Box component="pre" tabIndex={0} role="group" aria-labelledby={id} sx={PRE}>
          {text}
        </Box>
      )}
    </Box>
  );
}

const PRE = {
  m: 0,
  p: 1,
  maxHeight: 240,
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};
