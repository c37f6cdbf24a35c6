import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Dto } from '../api/types';
import { deviceLookupPath } from '../components/device-link';
import { HolderLink } from '../holders/holder-link';
import { requestsPath } from '../resources/requests/request-path';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { type ApplicationId, useAnomalyStats } from './use-stats';

const HOUR_MS = 3_600_000;

type Anomaly = Dto<'AnomalyDto'>;

/** Cards and devices that may be shared, and bursts of refusals, each with a link to what it is about. */
export function AnomaliesCard({ applicationId }: { applicationId: ApplicationId }) {
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
                  <Sentence anomaly={anomaly} isLink={applicationId !== undefined} />
                </Box>
              </Typography>
            ))}
          </Box>
        )
      }
    </StatsCard>
  );
}

function Sentence({ anomaly, isLink }: { anomaly: Anomaly; isLink: boolean }) {
  const translate = useTranslate();
  const { figure, moment } = useFormats();
  const { kind, count, holderKind, holderId, holderName, deviceId, hourAt } = anomaly;
  const text = translate(`panel.dashboard.anomalies.${kind}`, {
    count: figure(count),
    when: hourAt === null ? '' : moment(hourAt),
  });
  if (holderKind !== null && holderId !== null)
    return (
      <>
        <HolderLink holderKind={holderKind} holderId={holderId} holderName={holderName} /> {text}
      </>
    );
  if (hourAt !== null && isLink)
    return (
      <MuiLink component={Link} to={requestsPath({ from: hourAt, before: hourAt + HOUR_MS })}>
        {text}
      </MuiLink>
    );
  if (deviceId === null) return text;
  return (
    <>
      {translate('panel.dashboard.anomalies.device')}{' '}
      {isLink ? (
        <MuiLink component={Link} to={deviceLookupPath(deviceId)} sx={{ fontFamily: 'monospace' }}>
          {deviceId}
        </MuiLink>
      ) : (
        <Box component="span" sx={{ fontFamily: 'monospace' }}>
          {deviceId}
        </Box>
      )}{' '}
      {text}
    </>
  );
}
