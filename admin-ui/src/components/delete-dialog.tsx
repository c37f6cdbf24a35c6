import { useState } from 'react';
import {
  Confirm,
  type RaRecord,
  useDelete,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { nameOf } from '../api/last-change';
import { useActionToast } from './use-action-toast';
import { useNotifyError } from './use-notify-error';

/** Asks for confirmation, deletes the record in context and shows the list. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const record = useRecordContext<RaRecord>()!;
  const resource = useResourceContext()!;
  const [remove] = useDelete();
  const redirect = useRedirect();
  const toast = useActionToast();
  const notifyError = useNotifyError();
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const name = nameOf(record);
  const confirm = async () => {
    setBusy(true);
    try {
      await remove(resource, { id: record.id, previousData: record }, { returnPromise: true });
      toast(translate('panel.did.delete', { name }));
      redirect('list', resource);
    } catch (error) {
      notifyError(error);
      onClose();
    }
  };
  return (
    <Confirm
      isOpen
      loading={busy}
      title="panel.delete_title"
      titleTranslateOptions={{ name }}
      content="panel.delete_content"
      confirm="ra.action.delete"
      confirmColor="warning"
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
