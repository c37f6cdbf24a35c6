import MoreTime from '@mui/icons-material/MoreTime';
import { Typography } from '@mui/material';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ActionFormButton } from '../components/action-form-button';
import { useFormatTime } from '../components/use-format-time';
import type { Holder } from './holder';
import { A_WEEK, type TimeChange, TimeInputs } from './time-inputs';
import { useImpact } from './use-impact';

/** Adds time. It is shown only for activated holders with an expiry, as the API requires. */
export function AddTimeButton() {
  const record = useRecordContext<Holder>();
  if (record?.status !== 'activated' || record.expiresAt === null) return null;
  return (
    <ActionFormButton<TimeChange>
      action="add-time"
      icon={<MoreTime />}
      submit="panel.add_time.submit"
      defaultValues={A_WEEK}
      isVersioned
    >
      <TimeInputs />
      <BeforeAndAfter holder={record} />
    </ActionFormButton>
  );
}

/** The expiry now and after the change. */
function BeforeAndAfter({ holder }: { holder: Holder }) {
  const resource = useResourceContext();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const { amount, unit } = useWatch<Partial<TimeChange>>();
  const isComplete = Boolean(unit) && Number.isInteger(amount) && amount !== 0;
  const { applicationId, id, expiresAt } = holder;
  const change = { applicationId, action: 'add_time', ids: [id], amount, unit };
  const { data } = useImpact(resource, isComplete ? change : undefined);
  return (
    <Typography variant="body2" aria-live="polite" sx={{ minHeight: '3em' }}>
      {translate('panel.add_time.before', { when: formatTime(expiresAt) })}
      <br />
      <strong>{data && translate('panel.add_time.after', { when: formatTime(data.expiresAt) })}</strong>
    </Typography>
  );
}
