import { required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Dto } from '../../api/types';
import { messageKey } from '../../i18n/message-key';
import { EpochInput } from '../../components/epoch-input';

export function BlockInputs() {
  const kind = useWatch({ name: 'kind' }) as Dto<'BlockDto'>['kind'];
  return (
    <>
      <TextInput
        source="pattern"
        validate={required()}
        helperText={messageKey(`panel.blocks.pattern_help.${kind}`)}
      />
      <TextInput source="reason" validate={required()} helperText="panel.blocks.reason_help" />
      <EpochInput source="expiresAt" helperText="panel.blocks.expires_help" />
    </>
  );
}
