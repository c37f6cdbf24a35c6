import MoreTime from '@mui/icons-material/MoreTime';
import { useState } from 'react';
import {
  Button,
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
import type { Holder } from './holder';
import { A_WEEK, type TimeChange, TimeInputs } from './time-inputs';

/** Adds time where time runs that can pass, which is what the API adds it to. */
export function AddTimeButton() {
  const resource = useResourceContext()!;
  const record = useRecordContext<Holder>();
  const { canAccess } = useCanAccess({ resource, action: 'add-time' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!canAccess || record?.status !== 'activated' || record.expiresAt === null) return null;

  const add = async (change: TimeChange) => {
    await dataProvider.act(`/${resource}/${record.id}/add-time`, change);
    notify('panel.done', { type: 'success' });
    refresh();
  };
  return (
    <>
      <Button label="panel.action.add-time" onClick={() => setOpen(true)}>
        <MoreTime />
      </Button>
      <FormDialog<TimeChange>
        open={open}
        title={translate('panel.action.add-time')}
        submit="panel.add_time.submit"
        defaultValues={A_WEEK}
        onClose={() => setOpen(false)}
        onSubmit={add}
      >
        <TimeInputs />
      </FormDialog>
    </>
  );
}
