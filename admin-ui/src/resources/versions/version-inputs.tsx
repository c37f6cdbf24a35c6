import { required, TextInput } from 'react-admin';
import { FieldRow } from '../../components/form-layout';
import { LongTextInput } from '../../components/long-text-input';
import { SwitchInput } from '../../components/switch-input';

export function VersionInputs() {
  return (
    <>
      <FieldRow>
        <TextInput source="version" validate={required()} helperText="panel.versions.version_help" />
        <TextInput source="channel" validate={required()} helperText="panel.versions.channel_help" />
      </FieldRow>
      <TextInput source="url" validate={required()} />
      <LongTextInput source="notice" helperText="panel.versions.notice_help" />
      <SwitchInput source="released" helperText="panel.versions.released_help" />
      <SwitchInput source="forced" helperText="panel.versions.forced_help" />
    </>
  );
}
