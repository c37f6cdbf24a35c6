import { useState } from 'react';
import { type RaRecord, SimpleForm, useRedirect } from 'react-admin';
import type { Dto } from '../../api/types';
import { ApplicationCreate } from '../../components/application-create';
import { withoutEmpty } from '../../components/values';
import { useApplication } from '../../layout/application-context';
import { ChannelInputs, NEW_CHANNEL, toChannel } from './channel-inputs';
import { ChannelKeyDialog } from './channel-key-dialog';

export function ChannelCreate() {
  const application = useApplication();
  const redirect = useRedirect();
  const [made, setMade] = useState<Dto<'NewChannelDto'>>();
  const place = (data: Partial<Dto<'CreateChannelDto'>>) => ({
    ...withoutEmpty(toChannel(data)),
    applicationId: application?.id,
  });
  return (
    <>
      <ApplicationCreate
        redirect={false}
        transform={place}
        mutationOptions={{ onSuccess: (record: RaRecord) => setMade(record as Dto<'NewChannelDto'>) }}
      >
        <SimpleForm defaultValues={NEW_CHANNEL}>
          <ChannelInputs isNew />
        </SimpleForm>
      </ApplicationCreate>
      {made && (
        <ChannelKeyDialog
          kind={made.kind}
          channelKey={made.key}
          isNew
          onClose={() => redirect(`/channels/${made.id}/show/connect`)}
        />
      )}
    </>
  );
}
