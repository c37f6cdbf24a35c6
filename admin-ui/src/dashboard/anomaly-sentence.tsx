import { Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Dto } from '../api/types';
import { HolderLink } from '../holders/holder-link';
import { useFormats } from './use-formats';

/** Says what is unusual, with a link to the card, user or device. */
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
  if (deviceId === null) return text;
  const filter = encodeURIComponent(JSON.stringify({ deviceId }));
  return (
    <>
      {translate('panel.dashboard.anomalies.device')}{' '}
      <MuiLink component={Link} to={`/devices?filter=${filter}`} sx={{ fontFamily: 'monospace' }}>
        {deviceId}
      </MuiLink>{' '}
      {text}
    </>
  );
}
