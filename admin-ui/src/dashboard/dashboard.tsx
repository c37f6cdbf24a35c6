import { Box, Typography } from '@mui/material';
import { Title, useCanAccess, useTranslate } from 'react-admin';
import { useApplications } from '../layout/application-context';
import { ActivationsCard } from './activations-card';
import { ActivityCard } from './activity-card';
import { AnomaliesCard } from './anomalies-card';
import { AttentionCard } from './attention-card';
import { CardStatesCard } from './card-states-card';
import { CustomersCard } from './customers-card';
import { ExpiringCard } from './expiring-card';
import { GettingStarted } from './getting-started/getting-started';
import { IncomeCard } from './income-card';
import { KeyFigures } from './key-figures';
import { OnlineCard } from './online-card';
import { PeriodChoice, usePeriod } from './period-choice';
import { RefusalsCard } from './refusals-card';
import { StockCard } from './stock-card';

/** The dashboard of the selected application. */
export function Dashboard() {
  const translate = useTranslate();
  const { id } = useApplications();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('ra.page.dashboard')} />
      <GettingStarted />
      {id === null ? <NothingGiven /> : <Stats key={id} applicationId={id} />}
    </Box>
  );
}

/** Shown to administrators without applications. Owners see the steps to create an application instead. */
function NothingGiven() {
  const translate = useTranslate();
  const { canAccess: isOwner } = useCanAccess({ resource: 'applications', action: 'create' });
  return isOwner === false ? <Typography>{translate('panel.no_application')}</Typography> : null;
}

function Stats({ applicationId }: { applicationId: number }) {
  const [period, setPeriod] = usePeriod();
  const { canAccess: maySeeIncome } = useCanAccess({ resource: 'stats', action: 'income' });
  const ofPeriod = { applicationId, period };
  return (
    <>
      <PeriodChoice {...ofPeriod} setPeriod={setPeriod} />
      <AttentionCard applicationId={applicationId} />
      <KeyFigures {...ofPeriod} />
      <Box sx={GRID}>
        <ActivationsCard {...ofPeriod} />
        <OnlineCard {...ofPeriod} />
        {maySeeIncome && (
          <Box sx={WIDE}>
            <IncomeCard {...ofPeriod} />
          </Box>
        )}
        <RefusalsCard {...ofPeriod} />
        <ActivityCard {...ofPeriod} />
        <StockCard applicationId={applicationId} />
        <CardStatesCard applicationId={applicationId} />
        <ExpiringCard applicationId={applicationId} />
        <CustomersCard {...ofPeriod} />
        <Box sx={WIDE}>
          <AnomaliesCard applicationId={applicationId} />
        </Box>
      </Box>
    </>
  );
}

const WIDE = { gridColumn: '1 / -1', display: 'grid' };

const GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};
