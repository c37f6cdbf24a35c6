import {
  maxLength,
  minValue,
  NumberInput,
  required,
  TextInput,
  useGetOne,
  useRecordContext,
} from 'react-admin';
import type { Application, Card, User } from '../api/types';
import { isJson } from '../components/field-rules';
import { LimitInputs } from './limit-inputs';

/** Inputs common to cards and users. */
export function HolderInputs() {
  const { applicationId } = useRecordContext<Card | User>() ?? {};
  const { data } = useGetOne<Application>(
    'applications',
    { id: applicationId },
    { enabled: applicationId !== undefined },
  );
  // Clients that were written for another service may store any text, which need not be JSON.
  const isAnyText = data !== undefined && data.compat !== 'none';
  return (
    <>
      <TextInput source="note" validate={maxLength(500)} />
      <LimitInputs />
      <NumberInput source="unbindsUsed" validate={[required(), minValue(0)]} min={0} />
      <TextInput
        source="config"
        {...(!isAnyText && { validate: isJson })}
        helperText="panel.help.config"
        multiline
        minRows={3}
        maxRows={16}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </>
  );
}
