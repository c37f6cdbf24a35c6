import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { HolderState } from '../components/state-chip';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { type ApplicationId, useCardStats } from './use-stats';

const STATES: { state: HolderState; colour: string }[] = [
  { state: 'unused', colour: 'info.main' },
  { state: 'active', colour: 'success.main' },
  { state: 'expired', colour: 'warning.main' },
  { state: 'frozen', colour: 'error.main' },
  { state: 'consumed', colour: 'text.disabled' },
];

/** The number of cards in each state, with links to the matching list where it can show them. */
export function CardStatesCard({ applicationId }: { applicationId: ApplicationId }) {
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
                {STATES.filter(({ state }) => cards[state] > 0).map(({ state, colour }) => (
                  <Box key={state} sx={{ flex: cards[state], minWidth: 3, bgcolor: colour }} />
                ))}
              </Box>
            )}
            <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2, display: 'grid', gap: 1 }}>
              {STATES.map(({ state, colour }) => (
                <Box component="li" key={state} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: '2px', bgcolor: colour }} />
                  <StateName state={state} isLink={applicationId !== undefined} />
                  <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {figure(cards[state])}
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

function StateName({ state, isLink }: { state: HolderState; isLink: boolean }) {
  const name = useTranslate()(`panel.state.${state}`);
  const filter = encodeURIComponent(JSON.stringify({ state }));
  return (
    <Typography variant="body2" sx={{ flex: 1 }}>
      {isLink ? (
        <MuiLink component={Link} to={`/cards?filter=${filter}`}>
          {name}
        </MuiLink>
      ) : (
        name
      )}
    </Typography>
  );
}
