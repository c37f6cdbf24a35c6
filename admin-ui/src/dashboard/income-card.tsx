import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { messageKey } from '../i18n/message-key';
import { ChartBox } from './chart-box';
import type { Series } from './charts';
import { BarsChart } from './lazy-charts';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import type { Period } from './periods';
import { type IncomeSplit, useIncomeStats } from './use-stats';

type Group = Dto<'IncomeGroupDto'>;

const SPLITS: IncomeSplit[] = ['card_type', 'channel'];
const COLOURS: Series['colour'][] = ['primary', 'success', 'warning', 'info', 'secondary'];

/** Income by day, split by card type or channel. */
export function IncomeCard({ applicationId, period }: { applicationId: number; period: Period }) {
  const [by, setBy] = useStore<IncomeSplit>('dashboard.income', 'card_type');
  const [chosen, setCurrency] = useState<string>();
  const translate = useTranslate();
  const stats = useIncomeStats(applicationId, period, by);
  return (
    <StatsCard title="panel.dashboard.income.title" stats={stats}>
      {({ days, groups }) => {
        const currencies = [...new Set(groups.flatMap((group) => group.currency ?? []))];
        const currency = currencies.find((each) => each === chosen) ?? mainCurrency(groups);
        const shown = groups.filter((group) => group.currency === currency);
        return (
          <>
            {currency !== undefined && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1 }}>
                <Choice
                  label="panel.dashboard.income.split"
                  value={by}
                  set={setBy}
                  options={SPLITS}
                  nameOf={(split) => translate(messageKey(`panel.dashboard.income.by.${split}`))}
                />
                {currencies.length > 1 && (
                  <Choice
                    label="panel.dashboard.income.currency"
                    value={currency}
                    set={setCurrency}
                    options={currencies}
                    nameOf={(code) => code}
                  />
                )}
              </Box>
            )}
            <IncomeChart days={days} groups={shown} currency={currency} />
          </>
        );
      }}
    </StatsCard>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  set: (value: T) => void;
  options: T[];
  nameOf: (option: T) => string;
}

function Choice<T extends string>({ label, value, set, options, nameOf }: ChoiceProps<T>) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={value}
      onChange={(_, chosen: T | null) => chosen && set(chosen)}
      aria-label={translate(label)}
    >
      {options.map((option) => (
        <ToggleButton key={option} value={option} sx={{ textTransform: 'none' }}>
          {nameOf(option)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface IncomeChartProps {
  days: string[];
  groups: Group[];
  /** `undefined` if there was no income. */
  currency: string | undefined;
}

function IncomeChart({ days, groups, currency = '' }: IncomeChartProps) {
  const translate = useTranslate();
  const { date, figure, money, moneyShort } = useFormats();
  const nameOfDay = (day: string, index: number) =>
    index === days.length - 1 ? translate('panel.dashboard.so_far', { when: date(day) }) : date(day);
  const title = translate('panel.dashboard.income.title');
  const drawn = forChart(groups);
  const nameOf = ({ kind, name }: Group) => name ?? translate(`panel.dashboard.income.${kind}`);
  const amount = (value: number) => money(value, currency);
  const total = groups.reduce((sum, { income, refunded }) => sum + income - refunded, 0);
  const rows = days.map((day, i) => ({
    name: nameOfDay(day, i),
    isOpen: i === days.length - 1,
    ...Object.fromEntries(drawn.map(({ byDay }, group) => [`group${group}`, byDay[i]!])),
  }));
  return (
    <ChartBox
      title={title}
      summary={translate(`panel.dashboard.income.${groups.length > 0 ? 'summary' : 'none'}`, {
        amount: groups.length > 0 ? amount(total) : '',
      })}
      isEmpty={groups.length === 0}
      figures={{
        columns: [translate('panel.dashboard.day'), ...drawn.map(nameOf)],
        rows: days
          .map((day, i) => [nameOfDay(day, i), ...drawn.map(({ byDay }) => amount(byDay[i]!))])
          .toReversed(),
      }}
      more={
        <Box
          tabIndex={0}
          role="region"
          aria-label={translate('panel.dashboard.income.amount')}
          sx={{ overflowX: 'auto', mt: 1 }}
        >
          <Table size="small" sx={{ '& th, & td': { px: { xs: 0.75, sm: 2 } } }}>
            <TableHead>
              <TableRow>
                <TableCell>{translate('panel.dashboard.income.name')}</TableCell>
                <TableCell align="right">{translate('panel.dashboard.income.orders')}</TableCell>
                <TableCell align="right">{translate('panel.dashboard.income.refunds')}</TableCell>
                <TableCell align="right">{translate('panel.dashboard.income.amount')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {groups.map((group) => (
                <TableRow key={`${group.kind} ${group.id}`}>
                  <TableCell component="th" scope="row">
                    {nameOf(group)}
                  </TableCell>
                  <TableCell align="right">{figure(group.orders)}</TableCell>
                  <TableCell align="right">{group.refunded > 0 ? amount(group.refunded) : '–'}</TableCell>
                  <TableCell align="right">{amount(group.income - group.refunded)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      }
    >
      <BarsChart
        rows={rows}
        series={drawn.map((group, i) => ({ key: `group${i}`, label: nameOf(group), colour: COLOURS[i]! }))}
        format={amount}
        formatShort={(value) => moneyShort(value, currency)}
      />
    </ChartBox>
  );
}

/** Returns the currency with the most orders, which is shown first. */
function mainCurrency(groups: Group[]): string | undefined {
  const orders = new Map<string, number>();
  for (const group of groups)
    if (group.currency !== null) orders.set(group.currency, (orders.get(group.currency) ?? 0) + group.orders);
  return [...orders].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Returns at most one group per colour. If there are more groups, the smallest are combined into the last. */
function forChart(groups: Group[]): Group[] {
  if (groups.length <= COLOURS.length) return groups;
  const others = groups.slice(COLOURS.length - 1);
  const byDay = others[0]!.byDay.map((_, day) => others.reduce((sum, group) => sum + group.byDay[day]!, 0));
  return [
    ...groups.slice(0, COLOURS.length - 1),
    { ...others[0]!, kind: 'rest', id: null, name: null, byDay },
  ];
}
