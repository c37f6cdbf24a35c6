import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Period } from './periods';
import { sumOf } from './sum-of';
import { useFormats } from './use-formats';
import { type ApplicationId, useActivityStats, useSessionStats } from './use-stats';

/** The key figures at a glance. */
export function KeyFigures({ applicationId, period }: { applicationId: ApplicationId; period: Period }) {
  const { data: sessions } = useSessionStats(applicationId, period);
  const { data: activity } = useActivityStats(applicationId, period);
  const sum = activity && sumOf(activity.points);
  return (
    <Box component="dl" sx={GRID}>
      <KeyFigure name="panel.dashboard.sessions.now" value={sessions?.liveNow} />
      <KeyFigure name="panel.dashboard.activity.logins" value={sum?.logins} />
      <KeyFigure name="panel.dashboard.activity.activations" value={sum?.activations} />
      <KeyFigure name="panel.dashboard.activity.refusals" value={sum?.refusals} />
    </Box>
  );
}

function KeyFigure({ name, value }: { name: string; value: number | undefined }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  return (
    <Card sx={{ p: 2, display: 'flex', flexDirection: 'column' }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(name)}
      </Typography>
      <Typography component="dd" variant="h4" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {value === undefined ? <Skeleton width={60} /> : figure(value)}
      </Typography>
    </Card>
  );
}

const GRID = {
  m: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
};
