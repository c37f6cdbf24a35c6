import { NumberInput, required, SelectInput } from 'react-admin';
import { FieldRow } from '../components/form-layout';
import { notZero } from '../components/field-rules';
import { TIME_UNITS } from '../api/choices';
import type { Dto } from '../api/types';

export type TimeChange = Dto<'AddTimeDto'>;

/** The most frequent change, used as the default. */
export const A_WEEK: TimeChange = { amount: 7, unit: 'days' };

/** Inputs for the time to add. A negative number removes time. */
export function TimeInputs() {
  return (
    <FieldRow>
      <NumberInput
        source="amount"
        label="panel.add_time.amount"
        helperText="panel.add_time.help"
        validate={[required(), notZero]}
        autoFocus
      />
      <SelectInput source="unit" label="panel.add_time.unit" choices={TIME_UNITS} validate={required()} />
    </FieldRow>
  );
}
