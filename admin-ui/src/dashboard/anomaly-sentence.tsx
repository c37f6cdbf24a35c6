import { Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Dto } from '../api/types';
import { deviceLookupPath } from '../components/device-lookup-path';
import { HolderLink } from '../holders/holder-link';
import { requestsPath } from '../resources/requests/request-path';
import { useFormats } from './use-formats';

const HOUR_MS = 3_600_000;

/** Describes an anomaly, with a link to the card, user or device. */
export function AnomalySentence({ anomaly }: { anomaly: Dto<'AnomalyDto'> }) {
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
  if (hourAt !== null)
    return (
      <MuiLink component={Link} to={requestsPath({ from: hourAt, before: hourAt + HOUR_MS })}>
        {text}
      </MuiLink>
    );
  if (deviceId === null) return text;
  return (
    <>
      {translate('panel.dashboard.anomalies.device')}{' '}
      <MuiLink component={Link} to={deviceLookupPath(deviceId)} sx={{ fontFamily: 'monospace' }}>
        {deviceId}
      </MuiLink>{' '}
      {text}
    </>
  );
}
