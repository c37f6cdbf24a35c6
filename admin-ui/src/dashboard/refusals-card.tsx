import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { Link, useLocale, useTranslate } from 'react-admin';
import { requestsPath } from '../resources/requests/request-path';
import type { Period } from './periods';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { type ApplicationId, useActivityStats } from './use-stats';

/** Refusals of clients by reason; each leads to the recorded requests. */
export function RefusalsCard({ applicationId, period }: { applicationId: ApplicationId; period: Period }) {
  const translate = useTranslate();
  const { figure } = useFormats();
  const language = useLocale() === 'zh' ? 'zh' : 'en';
  return (
    <StatsCard title="panel.dashboard.refusals.title" stats={useActivityStats(applicationId, period)}>
      {({ codes }) =>
        codes.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('panel.dashboard.refusals.none')}
          </Typography>
        ) : (
          <Table size="small" sx={{ '& thead': { whiteSpace: 'nowrap' } }}>
            <TableHead>
              <TableRow>
                <TableCell>{translate('panel.dashboard.refusals.code')}</TableCell>
                <TableCell>{translate('panel.dashboard.refusals.meaning')}</TableCell>
                <TableCell align="right">{translate('panel.dashboard.refusals.count')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {codes
                .toSorted((a, b) => b.total - a.total)
                .map((refusal) => (
                  <TableRow key={refusal.code}>
                    <TableCell component="th" scope="row">
                      {refusal.code}
                    </TableCell>
                    <TableCell>
                      {/* The list of requests is of one application. */}
                      {applicationId === undefined ? (
                        refusal[language]
                      ) : (
                        <Link to={requestsPath({ code: refusal.code, period })}>{refusal[language]}</Link>
                      )}
                    </TableCell>
                    <TableCell align="right">{figure(refusal.total)}</TableCell>
                  </TableRow>
                ))}
            </TableBody>
          </Table>
        )
      }
    </StatsCard>
  );
}
