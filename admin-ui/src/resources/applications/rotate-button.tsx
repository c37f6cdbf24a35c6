import Autorenew from '@mui/icons-material/Autorenew';
import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import {
  maxValue,
  minValue,
  NumberInput,
  required,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Application } from '../../api/types';
import { FormDialog } from '../../components/form-dialog';
import { useConflict } from '../../components/use-conflict';

/** For each kind of rotation: its texts, its API call, and the default and maximum number of hours. */
const ROTATIONS = {
  secret: { texts: 'panel.secret', call: 'rotate-secret', hours: 72, maxHours: 8760 },
  signingKey: { texts: 'panel.signing_key', call: 'rotate-signing-key', hours: 720, maxHours: 8784 },
} as const;

interface RotateButtonProps<R> {
  what: keyof typeof ROTATIONS;
  onRotated?: (rotated: R) => void;
}

/**
 * Rotates the secret or the key pair of the application in context. Asks how long the old secret or public key stays
 * valid, and explains the consequences.
 */
export function RotateButton<R>({ what, onRotated }: RotateButtonProps<R>) {
  const { texts, call, hours, maxHours } = ROTATIONS[what];
  const application = useRecordContext<Application>();
  const { canAccess } = useCanAccess({ resource: 'applications', action: call });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const onConflict = useConflict();
  // The version that the user saw: the page may read a newer one while the dialog is open.
  const [seen, setSeen] = useState<Pick<Application, 'rowVersion'>>();
  if (!application || !canAccess) return null;

  const rotate = async ({ overlapHours }: { overlapHours: number }) => {
    const rotated = await dataProvider
      .act<R>(`/applications/${application.id}/${call}`, { overlapHours, rowVersion: seen!.rowVersion })
      .catch(onConflict);
    if (!rotated) return;
    notify(`${texts}.rotated`, { type: 'success' });
    onRotated?.(rotated);
    refresh();
  };
  return (
    <>
      <Button size="small" startIcon={<Autorenew />} onClick={() => setSeen(application)}>
        {translate(`${texts}.rotate`)}
      </Button>
      {seen && (
        <FormDialog
          open
          title={translate(`${texts}.rotate_title`, { name: application.name })}
          submit={`${texts}.rotate`}
          defaultValues={{ overlapHours: hours }}
          onClose={() => setSeen(undefined)}
          onSubmit={rotate}
        >
          <Typography variant="body2" sx={{ mb: 2 }}>
            {translate(`${texts}.rotate_explain`)}
          </Typography>
          <NumberInput
            source="overlapHours"
            label={`${texts}.overlap_hours`}
            helperText={`${texts}.overlap_help`}
            validate={[required(), minValue(0), maxValue(maxHours)]}
            autoFocus
          />
          <Alert severity="warning" sx={{ mt: 1 }}>
            {translate(`${texts}.rotate_warning`)}
          </Alert>
        </FormDialog>
      )}
    </>
  );
}
