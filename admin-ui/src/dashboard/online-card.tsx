import { useTranslate } from 'react-admin';
import { ChartBox } from './chart-box';
import { AreaOverTime } from './lazy-charts';
import type { Period } from './periods';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { useOverview } from './use-stats';

/** The peak of concurrent sessions in each hour or on each day. */
export function OnlineCard({ applicationId, period }: { applicationId: number; period: Period }) {
  const translate = useTranslate();
  const stats = useOverview(applicationId, period);
  const { figure, bucketName } = useFormats(stats.data?.timeZone);
  const title = 'panel.dashboard.sessions.title';
  const label = translate('panel.dashboard.sessions.peak');
  return (
    <StatsCard title={title} stats={stats}>
      {({ points, online, by }) => {
        const rows = points.map(({ at, isOpen, peak }) => ({
          name: bucketName(at, by, isOpen),
          isOpen,
          peak,
        }));
        const highest = rows.find(({ peak }) => peak === online.peak);
        const isEmpty = online.peak === 0;
        return (
          <ChartBox
            title={translate(title)}
            summary={translate(`panel.dashboard.sessions.${isEmpty ? 'none' : 'summary'}`, {
              now: figure(online.now),
              most: figure(online.peak),
              when: highest?.name ?? '',
            })}
            isEmpty={isEmpty}
            figures={{
              columns: [translate('panel.dashboard.time'), label],
              rows: rows.map(({ name, peak }) => [name, figure(peak)]),
            }}
          >
            <AreaOverTime rows={rows} series={[{ key: 'peak', label, colour: 'primary' }]} />
          </ChartBox>
        );
      }}
    </StatsCard>
  );
}
