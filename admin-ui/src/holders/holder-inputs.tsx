import { maxLength, minValue, NumberInput, required, TextInput } from 'react-admin';
import { isJson } from '../components/field-rules';
import { LimitInputs } from './limit-inputs';

/** Inputs common to cards and users. */
export function HolderInputs() {
  return (
    <>
      <TextInput source="note" validate={maxLength(500)} multiline />
      <LimitInputs />
      <NumberInput source="unbindsUsed" validate={[required(), minValue(0)]} min={0} />
      <TextInput
        source="config"
        validate={isJson}
        helperText="panel.help.config"
        multiline
        minRows={3}
        maxRows={16}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </>
  );
}
