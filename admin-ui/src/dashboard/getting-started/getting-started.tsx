import Close from '@mui/icons-material/Close';
import { Alert, Box, Card, CardContent, IconButton, Tooltip, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCanAccess, useStore, useTranslate } from 'react-admin';
import { StepItem } from './step-item';
import { useSteps } from './use-steps';

/** Guides a new owner to the first client login, and disappears afterwards. */
export function GettingStarted() {
  const { canAccess: isOwner } = useCanAccess({ resource: 'applications', action: 'create' });
  return isOwner ? <Guide /> : null;
}

function Guide() {
  const translate = useTranslate();
  const steps = useSteps();
  const [isDismissed, dismiss] = useStore('getting_started.dismissed', false);
  const [wasOpen, setWasOpen] = useState(false);
  const isComplete = steps?.every(({ isDone }) => isDone) ?? false;
  const isIncomplete = steps !== undefined && !isComplete;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isIncomplete) setWasOpen(true);
    else if (wasOpen) void queryClient.invalidateQueries({ queryKey: ['stats'] });
  }, [isIncomplete, wasOpen, queryClient]);

  // Without an application the dashboard has no other content.
  const mayBeDismissed = steps?.[0]?.isDone ?? false;
  if (!steps || (isDismissed && mayBeDismissed)) return null;
  if (isComplete) return wasOpen ? <Arrived onClose={() => setWasOpen(false)} /> : null;

  const current = steps.find(({ isDone }) => !isDone)!;
  return (
    <Card component="section" aria-labelledby="getting-started">
      <CardContent>
        <Box sx={{ display: 'flex', alignItems: 'start' }}>
          <Box sx={{ flex: 1 }}>
            <Typography id="getting-started" component="h2" variant="h6">
              {translate('panel.getting_started.title')}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate('panel.getting_started.text')}
            </Typography>
          </Box>
          {mayBeDismissed && (
            <Tooltip title={translate('panel.getting_started.dismiss')}>
              <IconButton
                aria-label={translate('panel.getting_started.dismiss')}
                onClick={() => dismiss(true)}
              >
                <Close />
              </IconButton>
            </Tooltip>
          )}
        </Box>
        <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2, display: 'grid', gap: 1.5 }}>
          {steps.map((step) => (
            <StepItem key={step.name} step={step} isCurrent={step === current} />
          ))}
        </Box>
      </CardContent>
    </Card>
  );
}

function Arrived({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Alert severity="success" onClose={onClose} closeText={translate('ra.action.close')}>
      {translate('panel.getting_started.arrived')}
    </Alert>
  );
}
