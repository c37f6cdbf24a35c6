import Block from '@mui/icons-material/Block';
import Replay from '@mui/icons-material/Replay';
import {
  CreateButton,
  DeleteWithConfirmButton,
  useCanAccess,
  useRecordContext,
  useRefresh,
} from 'react-admin';
import type { Dto } from '../../api/types';

type Trial = Dto<'TrialDto'>;

/** Deletes the trials of a device, so that it can have a new trial. */
export function GrantAgainButton(props: { record?: Trial }) {
  const record = useRecordContext<Trial>(props);
  const { canAccess } = useCanAccess({ resource: 'trials', action: 'delete' });
  const refresh = useRefresh();
  if (!record || !canAccess) return null;
  return (
    <DeleteWithConfirmButton
      resource="trials"
      record={record}
      label="panel.trials.grant_again"
      icon={<Replay />}
      color="primary"
      confirmTitle="panel.trials.grant_again_title"
      confirmContent="panel.trials.grant_again_content"
      titleTranslateOptions={{ device: record.deviceId }}
      successMessage="panel.trials.granted_again"
      redirect={false}
      mutationOptions={{ onSettled: refresh }}
    />
  );
}

/** Opens the form that blocks the device. The block applies to cards as well as trials. */
export function BlockDeviceButton() {
  const trial = useRecordContext<Trial>();
  if (!trial) return null;
  const record = { kind: 'device', pattern: trial.deviceId };
  return <CreateButton resource="blocks" label="panel.trials.block" icon={<Block />} state={{ record }} />;
}
