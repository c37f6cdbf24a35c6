import Close from '@mui/icons-material/Close';
import { Alert, Box, Card, CardContent, IconButton, Tooltip, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCanAccess, useStore, useTranslate } from 'react-admin';
import { CreateForm } from './create-form';
import { FirstProgram } from './first-program';
import { useProgress } from './use-progress';

/** Guides a new owner to the first client login, and disappears afterwards. */
export function GettingStarted() {
  const { canAccess: isOwner } = useCanAccess({ resource: 'applications', action: 'create' });
  return isOwner ? <Guide /> : null;
}

function Guide() {
  const translate = useTranslate();
  const progress = useProgress();
  const [isDismissed, dismiss] = useStore('getting_started.dismissed', false);
  const [wasOpen, setWasOpen] = useState(false);
  const [isNew, setNew] = useState(false);
  const isOpen = progress !== undefined && !progress.hasLogin;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isOpen) setWasOpen(true);
    else if (wasOpen) void queryClient.invalidateQueries({ queryKey: ['stats'] });
  }, [isOpen, wasOpen, queryClient]);

  if (!progress) return null;
  const { application, card, hasLogin, refusal } = progress;
  // Without an application the dashboard has no other content.
  const mayBeDismissed = application !== undefined;
  if (isDismissed && mayBeDismissed) return null;
  if (hasLogin) return wasOpen ? <Arrived onClose={() => setWasOpen(false)} /> : null;
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
        {application && card !== undefined ? (
          <FirstProgram application={application} card={card} isNew={isNew} refusal={refusal} />
        ) : (
          <CreateForm application={application} onCreate={() => setNew(true)} />
        )}
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
