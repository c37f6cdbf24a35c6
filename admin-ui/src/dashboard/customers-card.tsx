import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { totalOf } from './day-sums';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { type Period, PERIOD_DAYS } from './periods';
import { useDayStats } from './use-stats';

type Days = Dto<'DayFiguresDto'>[];

/** Numbers of renewals, converted trials and active customers. */
export function CustomersCard({ applicationId, period }: { applicationId: number; period: Period }) {
  const length = PERIOD_DAYS[period];
  return (
    <StatsCard title="panel.dashboard.customers.title" stats={useDayStats(applicationId, period)}>
      {({ days }) => (
        <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gap: 2 }}>
          <Renewal days={days} length={length} />
          <Active days={days} />
          <Trials days={days} length={length} />
        </Box>
      )}
    </StatsCard>
  );
}

function Renewal({ days, length }: { days: Days; length: number }) {
  const translate = useTranslate();
  const { figure, percent } = useFormats();
  const rateOf = (some: Days) => {
    const [expired, renewed] = [totalOf(some, 'expired'), totalOf(some, 'renewed')];
    return { expired, renewed, rate: expired > 0 ? percent(renewed / expired) : undefined };
  };
  const { expired, renewed, rate } = rateOf(days.slice(-length));
  const before = rateOf(days.slice(0, -length)).rate;
  const values = { expired: figure(expired), renewed: figure(renewed), before };
  const known = before === undefined ? 'renewal_text' : 'renewal_compared';
  const key = rate === undefined ? 'renewal_none' : known;
  return (
    <Fact
      name={translate('panel.dashboard.customers.renewal')}
      value={rate}
      text={translate(`panel.dashboard.customers.${key}`, values)}
    />
  );
}

function Active({ days }: { days: Days }) {
  const translate = useTranslate();
  const { date, figure } = useFormats();
  const last = days.findLast(({ activeCards }) => activeCards !== null);
  return (
    <Fact
      name={
        last
          ? translate('panel.dashboard.customers.active_on', { day: date(last.day) })
          : translate('panel.dashboard.customers.active')
      }
      value={last && figure(sum(last.activeCards, last.activeUsers))}
      text={
        last
          ? translate('panel.dashboard.customers.active_text', {
              cards: figure(last.activeCards ?? 0),
              users: figure(last.activeUsers ?? 0),
              month: figure(sum(last.monthActiveCards, last.monthActiveUsers)),
            })
          : translate('panel.dashboard.customers.active_none')
      }
    />
  );
}

function sum(a: number | null | undefined, b: number | null | undefined): number {
  return (a ?? 0) + (b ?? 0);
}

function Trials({ days, length }: { days: Days; length: number }) {
  const translate = useTranslate();
  const { figure, percent } = useFormats();
  const recent = days.slice(-length);
  const [trials, conversions] = [totalOf(recent, 'trials'), totalOf(recent, 'trialConversions')];
  const key = `panel.dashboard.customers.trials_${trials > 0 ? 'text' : 'none'}`;
  return (
    <Fact
      name={translate('panel.dashboard.customers.trials')}
      value={trials > 0 ? percent(conversions / trials) : undefined}
      text={translate(key, { trials: figure(trials), conversions: figure(conversions) })}
    />
  );
}

interface FactProps {
  name: string;
  /** `undefined` if not known. */
  value: string | undefined;
  text: string;
}

function Fact({ name, value = '–', text }: FactProps) {
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography variant="h5" component="div" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {value}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
    </div>
  );
}
