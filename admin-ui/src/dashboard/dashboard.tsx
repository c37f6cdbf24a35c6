import { Box, Typography } from '@mui/material';
import { Title, useCanAccess, useTranslate } from 'react-admin';
import { useApplications } from '../layout/application-context';
import { ActivityCard } from './activity-card';
import { AnomaliesCard } from './anomalies-card';
import { CardStatesCard } from './card-states-card';
import { CustomersCard } from './customers-card';
import { ExpiringCard } from './expiring-card';
import { GettingStarted } from './getting-started/getting-started';
import { IncomeCard } from './income-card';
import { IncomeFigures } from './income-figures';
import { KeyFigures } from './key-figures';
import { RefusalsCard } from './refusals-card';
import { SessionsCard } from './sessions-card';
import { useView, ViewChoice } from './view-choice';

/** Key metrics of the selected application or of all applications. */
export function Dashboard() {
  const translate = useTranslate();
  const { applications } = useApplications();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('ra.page.dashboard')} />
      <GettingStarted />
      {applications.length > 0 ? <Stats /> : <NothingGiven />}
    </Box>
  );
}

/** Shown to administrators without applications. Owners see the steps to create an application instead. */
function NothingGiven() {
  const translate = useTranslate();
  const { canAccess: isOwner } = useCanAccess({ resource: 'applications', action: 'create' });
  return isOwner === false ? <Typography>{translate('panel.no_application')}</Typography> : null;
}

function Stats() {
  const view = useView();
  const { applicationId, period } = view;
  const { canAccess: maySeeIncome } = useCanAccess({ resource: 'stats', action: 'income' });
  return (
    <>
      <ViewChoice {...view} />
      {maySeeIncome && <IncomeFigures applicationId={applicationId} />}
      <KeyFigures applicationId={applicationId} period={period} />
      <Box sx={GRID}>
        {maySeeIncome && (
          <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
            <IncomeCard applicationId={applicationId} />
          </Box>
        )}
        <CustomersCard applicationId={applicationId} />
        <AnomaliesCard applicationId={applicationId} />
        <SessionsCard applicationId={applicationId} period={period} />
        <ActivityCard applicationId={applicationId} period={period} />
        <CardStatesCard applicationId={applicationId} />
        <ExpiringCard applicationId={applicationId} />
        <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
          <RefusalsCard applicationId={applicationId} period={period} />
        </Box>
      </Box>
    </>
  );
}

const GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};
