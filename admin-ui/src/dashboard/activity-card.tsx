import { useTranslate } from 'react-admin';
import { ChartBox } from './chart-box';
import type { Series } from './charts';
import { LinesChart } from './lazy-charts';
import type { Period } from './periods';
import { StatsCard } from './stats-card';
import { sumOf } from './sum-of';
import { useFormats } from './use-formats';
import { useActivityStats, useOverview } from './use-stats';

const KINDS = ['logins', 'activations', 'refusals'] as const;
const LOOKS: Record<(typeof KINDS)[number], Omit<Series, 'key' | 'label'>> = {
  logins: { colour: 'primary' },
  activations: { colour: 'success', dashes: '6 3' },
  refusals: { colour: 'error', dashes: '2 3' },
};

export function ActivityCard({ applicationId, period }: { applicationId: number; period: Period }) {
  const translate = useTranslate();
  const stats = useActivityStats(applicationId, useOverview(applicationId, period).data);
  const { figure, bucketName } = useFormats(stats.data?.timeZone);
  const title = 'panel.dashboard.activity.title';
  const labelOf = (kind: string) => translate(`panel.dashboard.activity.${kind}`);
  return (
    <StatsCard title={title} stats={stats}>
      {({ points, by }) => {
        const sum = sumOf(points);
        const isEmpty = Object.values(sum).every((value) => value === 0);
        const figures = Object.fromEntries(Object.entries(sum).map(([name, value]) => [name, figure(value)]));
        const summary = translate(`panel.dashboard.activity.${isEmpty ? 'none' : 'summary'}`, figures);
        const trials =
          sum.trials + sum.trialConversions > 0
            ? ` ${translate('panel.dashboard.activity.trials', figures)}`
            : '';
        const rows = points.map(({ at, logins, activations, refusals }, index) => ({
          name: bucketName(at, by, index === points.length - 1),
          isOpen: index === points.length - 1,
          logins,
          activations,
          refusals,
        }));
        return (
          <ChartBox
            title={translate(title)}
            summary={summary + trials}
            isEmpty={isEmpty}
            figures={{
              columns: [translate('panel.dashboard.time'), ...KINDS.map(labelOf)],
              rows: rows.map((row) => [row.name, ...KINDS.map((kind) => figure(row[kind]))]),
            }}
          >
            <LinesChart
              rows={rows}
              series={KINDS.map((key) => ({ key, label: labelOf(key), ...LOOKS[key] }))}
            />
          </ChartBox>
        );
      }}
    </StatsCard>
  );
}
