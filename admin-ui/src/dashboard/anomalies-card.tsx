import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { AnomalySentence } from './anomaly-sentence';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { useAnomalyStats } from './use-stats';

/** Cards and devices that may be shared, and bursts of refusals, each with a link to the record. */
export function AnomaliesCard({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { date } = useFormats();
  return (
    <StatsCard title="panel.dashboard.anomalies.title" stats={useAnomalyStats(applicationId)}>
      {({ anomalies }) =>
        anomalies.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('panel.dashboard.anomalies.none')}
          </Typography>
        ) : (
          <Box
            component="ul"
            tabIndex={0}
            aria-label={translate('panel.dashboard.anomalies.title')}
            sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, maxHeight: 300, overflow: 'auto' }}
          >
            {anomalies.map((anomaly) => (
              <Typography
                key={anomaly.id}
                component="li"
                variant="body2"
                sx={{ display: 'flex', gap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
              >
                <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                  {date(anomaly.day)}
                </Box>
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <AnomalySentence anomaly={anomaly} />
                </Box>
              </Typography>
            ))}
          </Box>
        )
      }
    </StatsCard>
  );
}
