import { Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { useFormatLocale } from '../../components/use-format-time';

/** Calls of the last 24 hours and the share of failed calls. */
export function RecentCalls() {
  const listed = useRecordContext<Dto<'ListedFunctionDto'>>();
  const translate = useTranslate();
  const locale = useFormatLocale();
  if (!listed) return null;
  const { recentCalls: calls, recentFailures: failures } = listed;
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
    failures / calls,
  );
  return (
    <Typography component="span" variant="body2" sx={{ whiteSpace: 'nowrap' }}>
      {calls.toLocaleString(locale)}
      {failures > 0 && (
        <Typography component="span" variant="body2" color="error" sx={{ ml: 1 }}>
          {translate('panel.functions.failing', { rate, figure: failures.toLocaleString(locale) })}
        </Typography>
      )}
    </Typography>
  );
}
