import MoreTime from '@mui/icons-material/MoreTime';
import { useRecordContext } from 'react-admin';
import { ActionFormButton } from '../components/action-form-button';
import type { Holder } from './holder';
import { A_WEEK, type TimeChange, TimeInputs } from './time-inputs';

/** Adds time. It is shown only if the time is running and can expire, as the API requires. */
export function AddTimeButton() {
  const record = useRecordContext<Holder>();
  if (record?.status !== 'activated' || record.expiresAt === null) return null;
  return (
    <ActionFormButton<TimeChange>
      action="add-time"
      icon={<MoreTime />}
      submit="panel.add_time.submit"
      defaultValues={A_WEEK}
    >
      <TimeInputs />
    </ActionFormButton>
  );
}
