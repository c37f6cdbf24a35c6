import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Stands where a table would, had it rows. */
export function EmptyText({ text }: { text: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="body2" sx={{ p: 2 }}>
      {translate(text)}
    </Typography>
  );
}
