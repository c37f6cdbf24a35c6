import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ChartBox } from './chart-box';
import type { Series } from './charts';
import { BarsChart } from './lazy-charts';
import type { Period } from './periods';
import { ShareBar } from './share-bar';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { type Overview, useOverview } from './use-stats';

const COLOURS: Series['colour'][] = ['primary', 'success', 'warning', 'info', 'secondary'];

type Type = Overview['types'][number];

/** Activations by hour or day, stacked by card type, and the card types with the most activations. */
export function ActivationsCard({ applicationId, period }: { applicationId: number; period: Period }) {
  const translate = useTranslate();
  const stats = useOverview(applicationId, period);
  const { figure, bucketName } = useFormats(stats.data?.timeZone);
  const title = 'panel.dashboard.activations.title';
  const nameOf = ({ cardTypeId, name }: Type) =>
    name ?? translate(`panel.dashboard.activations.${cardTypeId === 0 ? 'not_noted' : 'deleted'}`);
  return (
    <StatsCard title={title} stats={stats} height={350}>
      {({ points, by, types, activations }) => {
        const drawn = drawnTypes(types);
        const names = drawn.map(({ type }) =>
          type ? nameOf(type) : translate('panel.dashboard.income.rest'),
        );
        const counts = points.map(({ activationsByType }) =>
          drawn.map(({ ids }) => ids.reduce((sum, id) => sum + activationsByType[id]!, 0)),
        );
        const rows = points.map(({ at, isOpen }, row) => ({
          name: bucketName(at, by, isOpen),
          isOpen,
          ...Object.fromEntries(counts[row]!.map((count, index) => [`type${index}`, count])),
        }));
        const isEmpty = activations.value === 0;
        return (
          <ChartBox
            title={translate(title)}
            summary={translate(`panel.dashboard.activations.${isEmpty ? 'none' : `summary_${by}`}`, {
              count: figure(activations.value),
            })}
            isEmpty={isEmpty}
            figures={{
              columns: [translate('panel.dashboard.time'), ...names],
              rows: rows.map(({ name }, row) => [name, ...counts[row]!.map(figure)]),
            }}
            more={<TopTypes types={types} nameOf={nameOf} />}
          >
            <BarsChart
              rows={rows}
              series={drawn.map((_, index) => ({
                key: `type${index}`,
                label: names[index]!,
                colour: COLOURS[index]!,
              }))}
            />
          </ChartBox>
        );
      }}
    </StatsCard>
  );
}

function TopTypes({ types, nameOf }: { types: Type[]; nameOf: (type: Type) => string }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  return (
    <>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 500, mt: 1 }}>
        {translate('panel.dashboard.activations.top')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {types.slice(0, COLOURS.length).map((type) => (
          <li key={type.cardTypeId}>
            <ShareBar name={nameOf(type)} value={figure(type.total)} share={type.total / types[0]!.total} />
          </li>
        ))}
      </Box>
    </>
  );
}

/** Returns at most one series per colour. If there are more card types, the smallest types share the last series. */
function drawnTypes(types: Type[]): { type?: Type; ids: number[] }[] {
  const idsOf = (some: Type[]) => some.map(({ cardTypeId }) => cardTypeId);
  if (types.length <= COLOURS.length) return types.map((type) => ({ type, ids: idsOf([type]) }));
  const kept = types.slice(0, COLOURS.length - 1).map((type) => ({ type, ids: idsOf([type]) }));
  return [...kept, { ids: idsOf(types.slice(COLOURS.length - 1)) }];
}
