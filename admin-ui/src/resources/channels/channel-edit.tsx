import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { ChannelInputs, toChannel } from './channel-inputs';

export function ChannelEdit() {
  return (
    <VersionedEdit transform={toChannel}>
      <EditForm>
        <ChannelInputs />
      </EditForm>
    </VersionedEdit>
  );
}
