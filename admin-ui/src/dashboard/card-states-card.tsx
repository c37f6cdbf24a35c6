import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { HOLDER_STATES, type HolderState } from '../api/choices';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { useCardStats } from './use-stats';

const COLOURS: Record<HolderState, string> = {
  unused: 'info.main',
  active: 'success.main',
  expired: 'warning.main',
  frozen: 'error.main',
  consumed: 'text.disabled',
};

/** Shows the number of cards in each state. The state's name links to the list of these cards. */
export function CardStatesCard({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { figure, moment } = useFormats();
  return (
    <StatsCard title="panel.dashboard.cards.title" stats={useCardStats(applicationId)}>
      {({ cards, countedAt }) => {
        const total = Object.values(cards).reduce((sum, count) => sum + count, 0);
        return (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
              {translate('panel.dashboard.cards.summary', {
                smart_count: total,
                count: figure(total),
                when: moment(countedAt),
              })}
            </Typography>
            {total > 0 && (
              <Box
                aria-hidden
                sx={{ display: 'flex', gap: '2px', height: 16, borderRadius: 1, overflow: 'hidden' }}
              >
                {HOLDER_STATES.filter(({ id }) => cards[id] > 0).map(({ id }) => (
                  <Box key={id} sx={{ flex: cards[id], minWidth: 3, bgcolor: COLOURS[id] }} />
                ))}
              </Box>
            )}
            <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2, display: 'grid', gap: 1 }}>
              {HOLDER_STATES.map(({ id, name }) => (
                <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <Box
                    aria-hidden
                    sx={{ width: 12, height: 12, borderRadius: '2px', bgcolor: COLOURS[id] }}
                  />
                  <StateName state={id} name={translate(name)} />
                  <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {figure(cards[id])}
                  </Typography>
                </Box>
              ))}
            </Box>
          </>
        );
      }}
    </StatsCard>
  );
}

function StateName({ state, name }: { state: HolderState; name: string }) {
  const filter = encodeURIComponent(JSON.stringify({ state }));
  return (
    <Typography variant="body2" sx={{ flex: 1 }}>
      <MuiLink component={Link} to={`/cards?filter=${filter}`}>
        {name}
      </MuiLink>
    </Typography>
  );
}
