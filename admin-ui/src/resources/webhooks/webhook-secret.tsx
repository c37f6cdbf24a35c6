import Autorenew from '@mui/icons-material/Autorenew';
import Visibility from '@mui/icons-material/Visibility';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import {
  DateField,
  maxValue,
  minValue,
  NumberInput,
  required,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { CopyButton } from '../../components/copy-button';
import { FormDialog } from '../../components/form-dialog';
import { useConflict } from '../../components/use-conflict';
import { useNotifyError } from '../../components/use-notify-error';

const HIDDEN = '•'.repeat(32);

/** The signing secret, hidden until it is revealed; it can be rotated here. */
export function WebhookSecret() {
  const webhook = useRecordContext<Dto<'WebhookDto'>>();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const translate = useTranslate();
  const [secret, setSecret] = useState<string>();
  // The webhook as the user saw it: the page may read a newer version while the dialog is open.
  const [rotating, setRotating] = useState<Dto<'WebhookDto'>>();
  if (!webhook) return null;

  const reveal = async () => {
    try {
      const revealed = await dataProvider.act<Dto<'WebhookSecretDto'>>(
        `/webhooks/${webhook.id}/reveal-secret`,
      );
      setSecret(revealed.secret);
    } catch (error) {
      notifyError(error);
    }
  };
  const { previousSecretUntil } = webhook;
  return (
    <Box component="section" aria-labelledby="webhook-secret" sx={{ width: '100%', mt: 1 }}>
      <Typography id="webhook-secret" component="h2" variant="subtitle1">
        {translate('panel.webhooks.secret.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('panel.webhooks.secret.help')}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, my: 1 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }} data-testid="webhook-secret">
          {secret ?? HIDDEN}
        </Box>
        {secret === undefined ? (
          <Button size="small" startIcon={<Visibility />} onClick={() => void reveal()}>
            {translate('panel.secret.reveal')}
          </Button>
        ) : (
          <CopyButton text={secret} />
        )}
        <Button size="small" startIcon={<Autorenew />} onClick={() => setRotating(webhook)}>
          {translate('panel.secret.rotate')}
        </Button>
      </Stack>
      {previousSecretUntil !== null && previousSecretUntil > Date.now() && (
        <Typography variant="body2">
          {translate('panel.secret.previous_until')}{' '}
          <DateField source="previousSecretUntil" label="panel.secret.previous_until" />
        </Typography>
      )}
      {rotating && (
        <RotateDialog webhook={rotating} onRotated={setSecret} onClose={() => setRotating(undefined)} />
      )}
    </Box>
  );
}

interface RotateDialogProps {
  webhook: Dto<'WebhookDto'>;
  onRotated: (secret: string) => void;
  onClose: () => void;
}

/** Asks how long requests are signed with both the old and the new secret. */
function RotateDialog({ webhook, onRotated, onClose }: RotateDialogProps) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const onConflict = useConflict();
  const rotate = async ({ overlapHours }: { overlapHours: number }) => {
    const path = `/webhooks/${webhook.id}/rotate-secret`;
    const body = { overlapHours, rowVersion: webhook.rowVersion };
    const rotated = await dataProvider.act<Dto<'WebhookSecretDto'>>(path, body).catch(onConflict);
    if (!rotated) return;
    onRotated(rotated.secret);
    notify('panel.secret.rotated', { type: 'success' });
    refresh();
  };
  return (
    <FormDialog
      open
      title={translate('panel.secret.rotate_title', { name: webhook.name })}
      submit="panel.secret.rotate"
      defaultValues={{ overlapHours: 24 }}
      onClose={onClose}
      onSubmit={rotate}
    >
      <NumberInput
        source="overlapHours"
        label="panel.secret.overlap_hours"
        helperText="panel.webhooks.secret.overlap_help"
        validate={[required(), minValue(0), maxValue(720)]}
        autoFocus
      />
    </FormDialog>
  );
}
