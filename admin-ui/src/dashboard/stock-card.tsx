import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ShareBar } from './share-bar';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { useCardStats } from './use-stats';

/** Cards that can be sold now, by type. */
export function StockCard({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { figure, moment } = useFormats();
  return (
    <StatsCard title="panel.dashboard.stock.title" stats={useCardStats(applicationId)}>
      {({ cardTypes, countedAt }) => {
        const most = Math.max(1, ...cardTypes.map(({ available }) => available));
        return (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
              {translate('panel.dashboard.stock.text', { when: moment(countedAt) })}
            </Typography>
            <Box
              component="ul"
              tabIndex={0}
              aria-label={translate('panel.dashboard.stock.title')}
              sx={{ listStyle: 'none', p: 0, m: 0, maxHeight: 300, overflow: 'auto' }}
            >
              {cardTypes
                .toSorted((a, b) => b.available - a.available)
                .map(({ cardTypeId, name, available }) => (
                  <li key={cardTypeId}>
                    <ShareBar
                      name={
                        <MuiLink component={Link} to={`/cards?filter=${filterOf(cardTypeId)}`}>
                          {name}
                        </MuiLink>
                      }
                      value={figure(available)}
                      share={available / most}
                    />
                  </li>
                ))}
            </Box>
          </>
        );
      }}
    </StatsCard>
  );
}

/** The filter of the cards that are counted as available. */
function filterOf(cardTypeId: number): string {
  return encodeURIComponent(JSON.stringify({ cardTypeId, state: 'unused', issued: false }));
}
