import { useTranslate } from 'react-admin';
import { ChartBox } from './chart-box';
import { AreaOverTime } from './lazy-charts';
import { type Period, PERIODS } from './periods';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { type ApplicationId, useSessionStats } from './use-stats';

export function SessionsCard({ applicationId, period }: { applicationId: ApplicationId; period: Period }) {
  const translate = useTranslate();
  const { figure, bucket, moment } = useFormats();
  const { by } = PERIODS[period];
  const title = 'panel.dashboard.sessions.title';
  const label = translate('panel.dashboard.sessions.live');
  return (
    <StatsCard title={title} stats={useSessionStats(applicationId, period)}>
      {({ points, liveNow }) => {
        const most = points.reduce((best, point) => (point.live > best.live ? point : best), {
          at: 0,
          live: 0,
        });
        const isEmpty = most.live === 0;
        const words = !isEmpty ? 'summary' : liveNow > 0 ? 'not_yet' : 'none';
        const summary = translate(`panel.dashboard.sessions.${words}`, {
          now: figure(liveNow),
          most: figure(most.live),
          when: moment(most.at),
        });
        const hours = mostByName(points, (at) => bucket(at, by));
        return (
          <ChartBox
            title={translate(title)}
            summary={summary}
            isEmpty={isEmpty}
            figures={{ columns: [translate('panel.dashboard.time'), label], rows: hours }}
          >
            <AreaOverTime
              rows={points.map(({ at, live }) => ({ name: moment(at), short: bucket(at, by), live }))}
              series={[{ key: 'live', label, colour: 'primary' }]}
            />
          </ChartBox>
        );
      }}
    </StatsCard>
  );
}

/** Reduces the many points of a chart to the maximum of each hour or day. */
function mostByName(
  points: { at: number; live: number }[],
  nameOf: (at: number) => string,
): [string, number][] {
  const most = new Map<string, number>();
  for (const { at, live } of points) {
    const name = nameOf(at);
    most.set(name, Math.max(live, most.get(name) ?? 0));
  }
  return [...most];
}
