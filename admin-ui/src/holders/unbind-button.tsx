import LinkOff from '@mui/icons-material/LinkOff';
import { useState } from 'react';
import {
  Button,
  type RaRecord,
  useCanAccess,
  useDataProvider,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../api/types';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useActionToast } from '../components/use-action-toast';
import { useNotifyError } from '../components/use-notify-error';

type Device = RaRecord & Pick<Dto<'BoundDeviceDto'>, 'deviceId'>;

/** Unbinds a device and ends its sessions, after a confirmation. */
export function UnbindButton(props: { record?: Device }) {
  const record = useRecordContext<Device>(props);
  const { canAccess } = useCanAccess({ resource: 'devices', action: 'delete' });
  const dataProvider = useDataProvider();
  const translate = useTranslate();
  const toast = useActionToast();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  if (!record || !canAccess) return null;
  const unbind = async () => {
    setAsking(false);
    try {
      await dataProvider.delete('devices', { id: record.id });
      toast(translate('panel.did.unbind_one', { name: record.deviceId }));
    } catch (error) {
      notifyError(error);
    }
    refresh();
  };
  return (
    <>
      <Button
        label="panel.action.unbind_one"
        onClick={(event) => {
          event.stopPropagation();
          setAsking(true);
        }}
      >
        <LinkOff />
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title="panel.unbind.title"
        content="panel.unbind.content"
        titleTranslateOptions={{ device: record.deviceId }}
        confirm="panel.action.unbind_one"
        onConfirm={() => void unbind()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
