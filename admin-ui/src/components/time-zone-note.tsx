import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useTimeZone } from './use-format-time';
import { zoneName } from './zoned-time';

/** States the time zone of the times above the note. */
export function TimeZoneNote() {
  const translate = useTranslate();
  const timeZone = useTimeZone();
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
      {translate('panel.time_zone', { zone: zoneName(timeZone, Date.now()) })}
    </Typography>
  );
}
