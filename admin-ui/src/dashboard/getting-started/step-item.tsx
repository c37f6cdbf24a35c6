import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Step } from './use-steps';

/** Shows a step. The current step has a button, or an activity indicator if it only waits. */
export function StepItem({ step: { name, isDone, to }, isCurrent }: { step: Step; isCurrent: boolean }) {
  const translate = useTranslate();
  const text = `panel.getting_started.${name}`;
  return (
    <Box component="li" aria-current={isCurrent ? 'step' : undefined} sx={{ display: 'flex', gap: 1.5 }}>
      <StepIcon isDone={isDone} isAwaited={isCurrent && to === undefined} />
      <Box sx={{ color: isDone || isCurrent ? 'text.primary' : 'text.secondary' }}>
        <Typography sx={{ fontWeight: isCurrent ? 500 : 400 }}>{translate(`${text}.title`)}</Typography>
        {isCurrent && (
          <Typography
            variant="body2"
            role={to === undefined ? 'status' : undefined}
            sx={{ color: 'text.secondary' }}
          >
            {translate(`${text}.text`)}
          </Typography>
        )}
        {isCurrent && to !== undefined && (
          <Button component={Link} to={to} variant="contained" size="small" sx={{ mt: 1 }}>
            {translate(`${text}.button`)}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function StepIcon({ isDone, isAwaited }: { isDone: boolean; isAwaited: boolean }) {
  const translate = useTranslate();
  if (isDone) return <CheckCircle color="success" titleAccess={translate('panel.getting_started.done')} />;
  if (isAwaited)
    return <CircularProgress size={24} aria-label={translate('panel.getting_started.waiting')} />;
  return (
    <RadioButtonUnchecked
      sx={{ color: 'text.secondary' }}
      titleAccess={translate('panel.getting_started.open')}
    />
  );
}
