import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { CopyButton } from './copy-button';
import { stopPropagation } from './stop-propagation';

interface HoverCopyProps {
  text: string;
  /** The text itself, optionally with more buttons. */
  children: ReactNode;
}

/** A text with buttons that appear on hover and on focus. The last button copies the text. */
export function HoverCopy({ text, children }: HoverCopyProps) {
  const translate = useTranslate();
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
        '@media (hover: none)': { '& button': { opacity: 1 } },
      }}
    >
      {children}
      <span onClick={stopPropagation} role="presentation">
        <CopyButton text={text} label={translate('panel.copy_text', { text })} />
      </span>
    </Box>
  );
}
