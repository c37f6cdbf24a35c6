import AcUnit from '@mui/icons-material/AcUnit';
import { Alert, DialogContentText } from '@mui/material';
import { maxLength, TextInput, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { ActionFormButton } from '../components/action-form-button';
import { ConsumedBy } from './consumed-by';
import type { Holder } from './holder';
import { useImpact, useImpactWords } from './use-impact';

/**
 * Freezes the current card or user. Asks for a reason, which the history shows. If a recharge or registration has
 * consumed the card, warns that freezing does not take back its time.
 */
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
      <FreezeImpact />
      <FreezeReasonInput autoFocus />
    </ActionFormButton>
  );
}

/** The sessions that end when the card or user in context is frozen. */
function FreezeImpact() {
  const resource = useResourceContext();
  const record = useRecordContext<Holder>();
  const words = useImpactWords();
  const { applicationId, id } = record ?? {};
  const { data } = useImpact(
    resource,
    applicationId === undefined ? undefined : { applicationId, action: 'freeze', ids: [id] },
  );
  return <DialogContentText sx={{ minHeight: '1.5em' }}>{words(data)}</DialogContentText>;
}

export function FreezeReasonInput(props: { autoFocus?: boolean }) {
  return (
    <TextInput
      {...props}
      source="reason"
      label="panel.freeze.reason"
      helperText="panel.freeze.help"
      validate={maxLength(200)}
    />
  );
}
