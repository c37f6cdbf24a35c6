import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { stopPropagation } from './stop-propagation';

/** A text with a button that copies it, which appears on hover and on focus. */
export function HoverCopy({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        whiteSpace: 'nowrap',
        '& button': { opacity: 0, p: 0.25 },
        'tr:hover & button, &:focus-within button': { opacity: 1 },
      }}
    >
      {children}
      <span onClick={stopPropagation} role="presentation">
        <CopyButton text={text} />
      </span>
    </Box>
  );
}
