import { SimpleForm } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { ChannelInputs, toChannel } from './channel-inputs';

export function ChannelEdit() {
  return (
    <VersionedEdit transform={toChannel}>
      <SimpleForm>
        <ChannelInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
