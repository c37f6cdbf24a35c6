import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { requestsPath } from '../resources/requests/request-path';
import type { Period } from './periods';
import { ShareBar } from './share-bar';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { useOverview } from './use-stats';

/** Refusals of clients by reason. Each bar links to the refused requests. */
export function RefusalsCard({ applicationId, period }: { applicationId: number; period: Period }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  const language = useLocale() === 'zh' ? 'zh' : 'en';
  return (
    <StatsCard title="panel.dashboard.refusals.title" stats={useOverview(applicationId, period)}>
      {({ codes, from }) =>
        codes.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('panel.dashboard.refusals.none')}
          </Typography>
        ) : (
          <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
            {codes.map((refusal) => (
              <li key={refusal.code}>
                <ShareBar
                  name={
                    <MuiLink
                      component={Link}
                      to={requestsPath({ code: refusal.code, ...(period === '90d' ? { from } : { period }) })}
                    >
                      {refusal.code} · {refusal[language]}
                    </MuiLink>
                  }
                  value={figure(refusal.total)}
                  share={refusal.total / codes[0]!.total}
                />
              </li>
            ))}
          </Box>
        )
      }
    </StatsCard>
  );
}
