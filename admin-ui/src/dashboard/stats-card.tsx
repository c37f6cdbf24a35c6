import { Alert, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface StatsCardProps<T> {
  title: string;
  stats: { data: T | undefined; error: Error | null };
  /** Height in pixels while the data loads. */
  height?: number;
  children: (data: T) => ReactNode;
}

/** A box with a title on the dashboard. Its content appears when the data has loaded. */
export function StatsCard<T>({ title, stats: { data, error }, height = 220, children }: StatsCardProps<T>) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <CardContent>
        <Typography id={id} component="h2" variant="subtitle1" sx={{ fontWeight: 500 }}>
          {translate(title)}
        </Typography>
        {data === undefined && !error && <Skeleton variant="rounded" height={height} sx={{ mt: 1 }} />}
        {data === undefined && error && <Alert severity="error">{error.message}</Alert>}
        {data !== undefined && children(data)}
      </CardContent>
    </Card>
  );
}
