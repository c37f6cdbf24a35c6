import LinkOff from '@mui/icons-material/LinkOff';
import {
  DeleteWithConfirmButton,
  type RaRecord,
  useCanAccess,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../api/types';

type Device = RaRecord & Pick<Dto<'BoundDeviceDto'>, 'deviceId'>;

/** Unbinds a device, which ends its sessions. */
export function UnbindButton(props: { record?: Device }) {
  const record = useRecordContext<Device>(props);
  const { canAccess } = useCanAccess({ resource: 'devices', action: 'delete' });
  const refresh = useRefresh();
  const translate = useTranslate();
  if (!record || !canAccess) return null;
  return (
    <DeleteWithConfirmButton
      resource="devices"
      record={record}
      label="panel.action.unbind_one"
      icon={<LinkOff />}
      color="primary"
      confirmTitle="panel.unbind.title"
      confirmContent="panel.unbind.content"
      titleTranslateOptions={{ device: record.deviceId }}
      successMessage={translate('panel.did.unbind_one', { name: record.deviceId })}
      redirect={false}
      mutationOptions={{ onSettled: refresh }}
    />
  );
}
