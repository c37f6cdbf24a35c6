import { useTranslate } from 'react-admin';
import { ChartBox } from './chart-box';
import { BarsChart } from './lazy-charts';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { EXPIRING_DAYS, useExpiringStats } from './use-stats';

export function ExpiringCard({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const stats = useExpiringStats(applicationId);
  const { figure, bucket } = useFormats(stats.data?.timeZone);
  const title = 'panel.dashboard.expiring.title';
  const cardsLabel = translate('resources.cards.name', { smart_count: 2 });
  const usersLabel = translate('resources.users.name', { smart_count: 2 });
  return (
    <StatsCard title={title} stats={stats}>
      {({ days }) => {
        const cards = days.reduce((sum, day) => sum + day.cards, 0);
        const users = days.reduce((sum, day) => sum + day.users, 0);
        const isEmpty = cards + users === 0;
        const summary = translate(
          isEmpty ? 'panel.dashboard.expiring.none' : 'panel.dashboard.expiring.summary',
          {
            cards: figure(cards),
            users: figure(users),
            days: EXPIRING_DAYS,
            today: figure((days[0]?.cards ?? 0) + (days[0]?.users ?? 0)),
          },
        );
        const rows = days.map((day) => ({ name: bucket(day.at, 'day'), cards: day.cards, users: day.users }));
        return (
          <ChartBox
            title={translate(title)}
            summary={summary}
            isEmpty={isEmpty}
            figures={{
              columns: [translate('panel.dashboard.day'), cardsLabel, usersLabel],
              rows: rows.map((row) => [row.name, figure(row.cards), figure(row.users)]),
            }}
          >
            <BarsChart
              rows={rows}
              series={[
                { key: 'cards', label: cardsLabel, colour: 'warning' },
                { key: 'users', label: usersLabel, colour: 'primary' },
              ]}
            />
          </ChartBox>
        );
      }}
    </StatsCard>
  );
}
