import { Alert, Typography } from '@mui/material';
import {
  maxValue,
  minValue,
  NumberInput,
  required,
  useDataProvider,
  useNotify,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Application, Dto } from '../../api/types';
import { FormDialog } from '../../components/form-dialog';

const DEFAULT_OVERLAP_HOURS = 72;

interface RotateSecretDialogProps {
  application: Application;
  onRotated: (secret: string) => void;
  onClose: () => void;
}

/** Asks how long the old secret stays valid, and explains the consequences. */
export function RotateSecretDialog({ application, onRotated, onClose }: RotateSecretDialogProps) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const translate = useTranslate();

  const rotate = async ({ overlapHours }: { overlapHours: number }) => {
    const path = `/applications/${application.id}/rotate-secret`;
    const { appSecret } = await dataProvider.act<Dto<'SecretDto'>>(path, { overlapHours });
    notify('panel.secret.rotated', { type: 'success' });
    onRotated(appSecret);
  };
  return (
    <FormDialog
      open
      title={translate('panel.secret.rotate_title', { name: application.name })}
      submit="panel.secret.rotate"
      defaultValues={{ overlapHours: DEFAULT_OVERLAP_HOURS }}
      onClose={onClose}
      onSubmit={rotate}
    >
      <Typography variant="body2" sx={{ mb: 2 }}>
        {translate('panel.secret.rotate_explain')}
      </Typography>
      <NumberInput
        source="overlapHours"
        label="panel.secret.overlap_hours"
        helperText="panel.secret.overlap_help"
        validate={[required(), minValue(0), maxValue(8760)]}
        fullWidth
        autoFocus
      />
      <Alert severity="warning" sx={{ mt: 1 }}>
        {translate('panel.secret.rotate_warning')}
      </Alert>
    </FormDialog>
  );
}
