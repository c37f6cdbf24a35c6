import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useStore, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { useApplications } from '../layout/application-context';
import { type Period, PERIOD_NAMES } from './periods';
import type { ApplicationId } from './use-stats';

type Scope = 'one' | 'all';

/** Returns the application and period last selected for the dashboard. */
export function useView() {
  const { applications, id } = useApplications();
  const [scope, setScope] = useStore<Scope>('dashboard.scope', 'one');
  const [period, setPeriod] = useStore<Period>('dashboard.period', '24h');
  const hasOthers = applications.length > 1;
  const applicationId: ApplicationId = scope === 'all' && hasOthers ? undefined : (id ?? undefined);
  const name = applications.find((application) => application.id === id)?.name;
  return { applicationId, name, hasOthers, scope, setScope, period, setPeriod };
}

/** Switches between one application and all, and between periods. */
export function ViewChoice({
  name,
  hasOthers,
  scope,
  setScope,
  period,
  setPeriod,
}: ReturnType<typeof useView>) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
      {hasOthers ? (
        <ToggleButtonGroup
          size="small"
          exclusive
          value={scope}
          onChange={(_, chosen: Scope | null) => chosen && setScope(chosen)}
          aria-label={translate('panel.application')}
        >
          <ToggleButton value="one" sx={{ textTransform: 'none' }}>
            {name}
          </ToggleButton>
          <ToggleButton value="all" sx={{ textTransform: 'none' }}>
            {translate('panel.all_applications')}
          </ToggleButton>
        </ToggleButtonGroup>
      ) : (
        <span />
      )}
      <ToggleButtonGroup
        size="small"
        exclusive
        value={period}
        onChange={(_, chosen: Period | null) => chosen && setPeriod(chosen)}
        aria-label={translate('panel.dashboard.period')}
      >
        {PERIOD_NAMES.map((name) => (
          <ToggleButton key={name} value={name} sx={{ textTransform: 'none' }}>
            {translate(messageKey(`panel.dashboard.periods.${name}`))}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
