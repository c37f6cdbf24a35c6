import { Typography } from '@mui/material';
import { type RaRecord, useRecordContext } from 'react-admin';

interface LongTextFieldProps {
  source: string;
  isCode?: boolean;
  /** Shows the text truncated on a single line, for lists. */
  isShort?: boolean;
}

/** A text with its line breaks. */
export function LongTextField({ source, isCode = false, isShort = false }: LongTextFieldProps) {
  const text = useRecordContext<RaRecord>()?.[source] as string | undefined;
  if (!text) return <Typography variant="body2">–</Typography>;
  return (
    <Typography
      component="span"
      variant="body2"
      title={isShort ? text.slice(0, 500) : undefined}
      sx={{ ...(isShort ? SHORT : LONG), ...(isCode && { fontFamily: 'monospace' }) }}
    >
      {isShort ? text.slice(0, 500) : text}
    </Typography>
  );
}

const SHORT = {
  display: 'block',
  maxWidth: 280,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};
const LONG = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };
