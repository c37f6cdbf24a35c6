import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

interface CodeBlockProps {
  label: string;
  text: string;
  /** The text with colours. */
  children?: ReactNode;
}

/** Code to be copied, in a scrollable box. */
export function CodeBlock({ label, text, children = text }: CodeBlockProps) {
  return (
    <Box sx={{ position: 'relative', mt: 1 }}>
      <Box component="pre" tabIndex={0} role="group" aria-label={label} sx={PRE}>
        <code>{children}</code>
      </Box>
      <Box sx={{ position: 'absolute', top: 4, right: 4, bgcolor: 'background.paper', borderRadius: 1 }}>
        <CopyButton text={text} />
      </Box>
    </Box>
  );
}

const PRE = {
  m: 0,
  p: 2,
  pr: 6,
  overflow: 'auto',
  maxHeight: '70vh',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
};
