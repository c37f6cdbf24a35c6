import { FormDataConsumer, required, TextInput } from 'react-admin';
import type { Dto } from '../../api/types';
import { messageKey } from '../../i18n/message-key';
import { EpochInput } from '../../components/epoch-input';

export function BlockInputs() {
  return (
    <>
      <FormDataConsumer>
        {({ formData }) => (
          <TextInput
            source="pattern"
            validate={required()}
            helperText={messageKey(`panel.blocks.pattern_help.${formData.kind as Dto<'BlockDto'>['kind']}`)}
          />
        )}
      </FormDataConsumer>
      <TextInput source="reason" validate={required()} helperText="panel.blocks.reason_help" />
      <EpochInput source="expiresAt" helperText="panel.blocks.expires_help" />
    </>
  );
}
