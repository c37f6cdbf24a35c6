import { Box, Card, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { changeOf } from './change-of';
import { netIncome } from './day-sums';
import type { Period } from './periods';
import { Sparkline } from './sparkline';
import { useFormats } from './use-formats';
import { type Overview, useCardStats, useExpiringStats, useOverview } from './use-stats';

const SOON_DAYS = 7;

/** The key figures, each with a sparkline and the change from the previous period. */
export function KeyFigures({ applicationId, period }: { applicationId: number; period: Period }) {
  const { data } = useOverview(applicationId, period);
  return (
    <Box component="dl" sx={GRID}>
      {data?.income && <Income overview={data} income={data.income} />}
      <Activations overview={data} />
      <Online overview={data} />
      <LoginSuccess overview={data} />
      <Expiring applicationId={applicationId} />
      <Stock applicationId={applicationId} />
    </Box>
  );
}

/** Shows nothing without orders in the period, unless the previous period or yesterday had income or refunds. */
function Income({ overview, income }: { overview: Overview; income: NonNullable<Overview['income']> }) {
  const translate = useTranslate();
  const { figure, money } = useFormats();
  const amounts = netIncome([income]);
  const before = netIncome([{ money: income.before }]);
  const yesterday = netIncome([{ money: income.yesterday }]);
  if (income.orders === 0 && before.length + yesterday.length === 0) return null;
  const inCurrency = (sums: typeof before, currency: string) =>
    sums.find((other) => other.currency === currency)?.net ?? 0;
  const main = amounts[0]?.currency;
  return (
    <Figure
      name={translate('panel.dashboard.money.title')}
      value={
        amounts.length === 0
          ? translate('panel.dashboard.money.no_income')
          : amounts.map(({ currency, net }) => <div key={currency}>{money(net, currency)}</div>)
      }
      course={overview.points.map(({ money }) => (main ? inCurrency(netIncome([{ money }]), main) : 0))}
    >
      {amounts.map(({ currency, net, refunded }) => (
        <div key={currency}>
          <ChangeText value={net} before={inCurrency(before, currency)} />
          {refunded > 0 &&
            ` · ${translate('panel.dashboard.money.refunds', { amount: money(refunded, currency) })}`}
        </div>
      ))}
      <div>
        {translate('panel.dashboard.money.orders', {
          smart_count: income.orders,
          orders: figure(income.orders),
        })}
      </div>
      <div>
        {translate('panel.dashboard.money.yesterday', {
          amount:
            yesterday.map(({ net, currency }) => money(net, currency)).join(' + ') ||
            translate('panel.dashboard.money.no_income'),
        })}
      </div>
    </Figure>
  );
}

function Activations({ overview }: { overview: Overview | undefined }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  return (
    <Figure
      name={translate('panel.dashboard.activity.activations')}
      value={overview && figure(overview.activations.value)}
      course={overview?.points.map(({ activations }) => activations)}
    >
      {overview && <ChangeText {...overview.activations} />}
    </Figure>
  );
}

function Online({ overview }: { overview: Overview | undefined }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  return (
    <Figure
      name={translate('panel.dashboard.sessions.now')}
      value={overview && figure(overview.online.now)}
      course={overview?.points.map(({ peak }) => peak)}
    >
      {overview && (
        <>
          {translate('panel.dashboard.sessions.peak_of', { peak: figure(overview.online.peak) })}{' '}
          <ChangeText value={overview.online.peak} before={overview.online.before} />
        </>
      )}
    </Figure>
  );
}

function LoginSuccess({ overview }: { overview: Overview | undefined }) {
  const translate = useTranslate();
  const { figure, percent } = useFormats();
  const logins = overview?.logins;
  const rate = logins && rateOf(logins.accepted, logins.refused);
  const before = logins && rateOf(logins.acceptedBefore, logins.refusedBefore);
  return (
    <Figure
      name={translate('panel.dashboard.logins.title')}
      value={logins && (rate === undefined ? '–' : percent(rate))}
      course={overview?.points.map((point) => rateOf(point.logins, point.loginRefusals ?? 0) ?? 1)}
    >
      {logins &&
        translate(`panel.dashboard.logins.${rate === undefined ? 'none' : 'text'}`, {
          refused: figure(logins.refused),
          total: figure(logins.accepted + logins.refused),
        })}
      {before !== undefined && (
        <div>{translate('panel.dashboard.logins.before', { rate: percent(before) })}</div>
      )}
    </Figure>
  );
}

/** Returns the share of accepted logins; `undefined` if there were no logins. */
function rateOf(accepted: number, refused: number): number | undefined {
  return accepted + refused > 0 ? accepted / (accepted + refused) : undefined;
}

/** The cards and users that expire soon, whatever period is selected. */
function Expiring({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  const { data } = useExpiringStats(applicationId);
  const days = data?.days.slice(0, SOON_DAYS);
  const [cards, users] = [total(days, 'cards'), total(days, 'users')];
  return (
    <Figure
      name={translate('panel.dashboard.expiring.soon', { days: SOON_DAYS })}
      value={days && figure(cards + users)}
      course={days?.map((day) => day.cards + day.users)}
      isOpen={false}
    >
      {days &&
        translate('panel.dashboard.expiring.of_these', {
          cards: figure(cards),
          users: figure(users),
        })}
    </Figure>
  );
}

function total(days: { cards: number; users: number }[] = [], of: 'cards' | 'users'): number {
  return days.reduce((sum, day) => sum + day[of], 0);
}

/** The number of cards that can be sold now. `StockCard` splits this figure by card type. */
function Stock({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  const { data } = useCardStats(applicationId);
  const types = data?.cardTypes.filter(({ available }) => available > 0);
  return (
    <Figure
      name={translate('panel.dashboard.stock.title')}
      value={types && figure(types.reduce((sum, { available }) => sum + available, 0))}
    >
      {types &&
        translate('panel.dashboard.stock.types', { smart_count: types.length, types: figure(types.length) })}
    </Figure>
  );
}

interface FigureProps {
  name: string;
  /** `undefined` while it loads. */
  value: ReactNode;
  course?: number[];
  /** True if the last value of the sparkline is not final. */
  isOpen?: boolean;
  children?: ReactNode;
}

function Figure({ name, value, course, isOpen = true, children }: FigureProps) {
  return (
    <Card sx={{ p: 2, display: 'flex', flexDirection: 'column' }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, justifyContent: 'space-between' }}>
          <Typography variant="h4" component="div" sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 0 }}>
            {value === undefined ? <Skeleton width={60} /> : value}
          </Typography>
          {course && <Sparkline values={course} isOpen={isOpen} />}
        </Box>
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary', minHeight: '1.5em' }}>
          {children}
        </Typography>
      </Box>
    </Card>
  );
}

/** The change in words, since not everybody can distinguish the colours. */
function ChangeText({ value, before }: { value: number; before: number }) {
  const translate = useTranslate();
  const { percent } = useFormats();
  const change = changeOf(value, before);
  if (!change) return null;
  return translate(messageKey(`panel.dashboard.change.${change.direction}`), {
    percent: percent(change.share),
  });
}

const GRID = {
  m: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
};
