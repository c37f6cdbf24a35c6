import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { changeFrom, netIncome, totalOf } from './day-sums';
import { useFormats } from './use-formats';
import { type ApplicationId, FIGURE_DAYS, useDayStats } from './use-stats';

type Days = Dto<'DayFiguresDto'>[];
type Span = 'today' | 'yesterday' | 'last_days';

/** Days of each span, and the days before with which they are compared, counted from the last one. */
const SPANS: Record<Span, { days: [number, number?]; before: [number, number] }> = {
  today: { days: [-1], before: [-2, -1] },
  yesterday: { days: [-2, -1], before: [-3, -2] },
  last_days: { days: [-FIGURE_DAYS], before: [-2 * FIGURE_DAYS, -FIGURE_DAYS] },
};

/** Income of today, yesterday and 30 days; nothing as long as there are no orders. */
export function IncomeFigures({ applicationId }: { applicationId: ApplicationId }) {
  const { data } = useDayStats(applicationId);
  if (data && totalOf(data.days, 'orders') === 0) return null;
  return (
    <Box component="dl" sx={GRID}>
      {(['today', 'yesterday', 'last_days'] as const).map((span) => (
        <IncomeFigure key={span} span={span} days={data?.days} />
      ))}
    </Box>
  );
}

function IncomeFigure({ span, days }: { span: Span; days: Days | undefined }) {
  const translate = useTranslate();
  return (
    <Card sx={{ p: 2, display: 'flex', flexDirection: 'column' }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.dashboard.money.title')} · {translate(`panel.dashboard.money.${span}`)}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        {days ? <Amounts span={span} days={days} /> : <Skeleton width={120} height={56} />}
      </Box>
    </Card>
  );
}

function Amounts({ span, days }: { span: Span; days: Days }) {
  const translate = useTranslate();
  const { figure, money } = useFormats();
  const shown = days.slice(...SPANS[span].days);
  const before = netIncome(days.slice(...SPANS[span].before));
  const amounts = netIncome(shown);
  const count = totalOf(shown, 'orders');
  return (
    <>
      {amounts.length === 0 && (
        <Typography variant="h4" component="div" sx={{ color: 'text.secondary' }}>
          {translate('panel.dashboard.money.no_income')}
        </Typography>
      )}
      {amounts.map(({ currency, net, refunded }) => (
        <Box key={currency}>
          <Typography variant="h4" component="div" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {money(net, currency)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <Comparison
              span={span}
              before={before.find((other) => other.currency === currency)?.net ?? 0}
              net={net}
              currency={currency}
            />
            {refunded > 0 &&
              ` · ${translate('panel.dashboard.money.refunds', { amount: money(refunded, currency) })}`}
          </Typography>
        </Box>
      ))}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.dashboard.money.orders', { smart_count: count, orders: figure(count) })}
      </Typography>
    </>
  );
}

interface ComparisonProps {
  span: Span;
  before: number;
  net: number;
  currency: string;
}

/** The change from the days before in words, since colour alone tells nothing to everybody. */
function Comparison({ span, before, net, currency }: ComparisonProps) {
  const translate = useTranslate();
  const { money, percent } = useFormats();
  const what = translate(`panel.dashboard.money.before.${span}`);
  const change = changeFrom(before, net);
  // Today is not over: a percentage of a whole day would only frighten.
  if (span === 'today' || change === undefined)
    return translate('panel.dashboard.money.compared', { before: what, amount: money(before, currency) });
  const key = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  return translate(`panel.dashboard.money.${key}`, { percent: percent(Math.abs(change)), before: what });
}

const GRID = {
  m: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
};
