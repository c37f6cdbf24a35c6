import { Typography } from '@mui/material';
import { useLocale, useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import { meaningOf } from './refusal-meaning';
import { useHistory, WATCH_MS } from './use-history';

/** Shows the latest refusal, which the customer is probably calling about. */
export function LastRefusal() {
  const { data } = useHistory(WATCH_MS);
  const translate = useTranslate();
  const locale = useLocale();
  const formatTime = useFormatTime();
  const last = data?.refusals[0];
  if (!last) return null;
  const values = {
    when: formatTime(last.at),
    code: last.code,
    meaning: meaningOf(last, locale),
    device: last.deviceId ?? '–',
    ip: last.ip,
  };
  return (
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {translate('panel.diagnosis.last_refusal', values)}
    </Typography>
  );
}
