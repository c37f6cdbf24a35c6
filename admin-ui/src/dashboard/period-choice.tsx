import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useStore, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { type Period, PERIODS } from './periods';
import { useFormats } from './use-formats';
import { useOverview } from './use-stats';

/** Returns the period of the whole dashboard, as it was last selected. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [stored, setPeriod] = useStore<Period>('dashboard.period', '7d');
  // An earlier version stored other periods.
  return [PERIODS.includes(stored) ? stored : '7d', setPeriod];
}

interface PeriodChoiceProps {
  applicationId: number;
  period: Period;
  setPeriod: (period: Period) => void;
}

/** Switches between periods, and shows the earlier period with which the selected one is compared. */
export function PeriodChoice({ applicationId, period, setPeriod }: PeriodChoiceProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1, alignItems: 'center' }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={period}
        onChange={(_, chosen: Period | null) => chosen && setPeriod(chosen)}
        aria-label={translate('panel.dashboard.period')}
      >
        {PERIODS.map((name) => (
          <ToggleButton key={name} value={name} sx={{ textTransform: 'none' }}>
            {translate(messageKey(`panel.dashboard.periods.${name}`))}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Compared applicationId={applicationId} period={period} />
    </Box>
  );
}

function Compared({ applicationId, period }: Omit<PeriodChoiceProps, 'setPeriod'>) {
  const translate = useTranslate();
  const { data } = useOverview(applicationId, period);
  const { momentIn } = useFormats(data?.timeZone);
  return (
    // Space for this text (two lines on phones) is reserved from the start, so that the layout does not shift later.
    <Typography
      variant="body2"
      sx={{
        color: 'text.secondary',
        flexBasis: { xs: '100%', md: 'auto' },
        minHeight: { xs: '2.9em', md: '1.5em' },
      }}
    >
      {data &&
        translate('panel.dashboard.compared_with', {
          from: momentIn(data.beforeFrom),
          to: momentIn(data.beforeTo),
          zone: data.timeZone,
        })}
    </Typography>
  );
}
