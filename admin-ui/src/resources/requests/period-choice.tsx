import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import type { RequestFilter } from './request-path';

type Period = NonNullable<RequestFilter['period']>;

const PERIODS: Period[] = ['today', '24h', '7d', '30d'];

/** Limits the list and the leaderboards to a period that ends now. */
export function PeriodChoice() {
  const { filterValues, setFilters, displayedFilters } = useListContext();
  const translate = useTranslate();
  const choose = (period: Period | null) => {
    const { period: _, from: _from, before: _before, ...others } = filterValues;
    setFilters(period === null ? others : { ...others, period }, displayedFilters);
  };
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={filterValues.period ?? null}
      onChange={(_, period: Period | null) => choose(period)}
      aria-label={translate('panel.requests.period')}
    >
      {PERIODS.map((period) => (
        <ToggleButton key={period} value={period} sx={{ textTransform: 'none' }}>
          {translate(messageKey(`panel.requests.periods.${period}`))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
