import AcUnit from '@mui/icons-material/AcUnit';
import { Alert } from '@mui/material';
import { maxLength, TextInput, useRecordContext, useTranslate } from 'react-admin';
import { ActionFormButton } from '../components/action-form-button';
import { ConsumedBy } from './consumed-by';
import type { Holder } from './holder';

/** Freezes the card or user in context, with a reason for the history, and warns about what freezing does not undo. */
export function FreezeButton() {
  const record = useRecordContext<Holder>();
  const translate = useTranslate();
  return (
    <ActionFormButton<{ reason?: string | null }>
      action="freeze"
      icon={<AcUnit />}
      bodyOf={({ reason }) => (reason ? { reason } : {})}
    >
      {record?.status === 'consumed' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('panel.freeze.spent')}
          <ConsumedBy />
        </Alert>
      )}
      <FreezeReasonInput />
    </ActionFormButton>
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
