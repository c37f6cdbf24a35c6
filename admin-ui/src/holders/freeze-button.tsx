import AcUnit from '@mui/icons-material/AcUnit';
import { Alert } from '@mui/material';
import { useState } from 'react';
import {
  Button,
  maxLength,
  TextInput,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import { FormDialog } from '../components/form-dialog';
import { ConsumedBy } from './consumed-by';
import type { Holder } from './holder';

/** Freezes the card or the user around it, with a reason for the history, and says what that does not do. */
export function FreezeButton() {
  const resource = useResourceContext()!;
  const record = useRecordContext<Holder>();
  const { canAccess } = useCanAccess({ resource, action: 'freeze' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!record || !canAccess) return null;

  const freeze = async ({ reason }: { reason?: string | null }) => {
    await dataProvider.act(`/${resource}/${record.id}/freeze`, reason ? { reason } : {});
    notify('panel.done', { type: 'success' });
    refresh();
  };
  return (
    <>
      <Button label="panel.action.freeze" onClick={() => setOpen(true)}>
        <AcUnit />
      </Button>
      <FormDialog<{ reason?: string | null }>
        open={open}
        title={translate('panel.action.freeze')}
        submit="panel.action.freeze"
        onClose={() => setOpen(false)}
        onSubmit={freeze}
      >
        {record.status === 'consumed' && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {translate('panel.freeze.spent')}
            <ConsumedBy />
          </Alert>
        )}
        <FreezeReasonInput />
      </FormDialog>
    </>
  );
}

export function FreezeReasonInput() {
  return (
    <TextInput
      source="reason"
      label="panel.freeze.reason"
      helperText="panel.freeze.help"
      validate={maxLength(200)}
      fullWidth
    />
  );
}
