import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** The text that is shown instead of a table without rows. */
export function EmptyText({ text }: { text: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="body2" sx={{ p: 2 }}>
      {translate(text)}
    </Typography>
  );
}
