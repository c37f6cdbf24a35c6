import { maxValue, minValue, NumberInput, required, SelectInput } from 'react-admin';
import { FieldRow } from '../components/form-layout';
import { USES_PERIODS } from '../api/choices';
import { FeaturesInput } from './features-input';

const COUNT = [required(), minValue(0)];

const USES = [minValue(1), maxValue(1_000_000_000)];

/** Inputs for the limits of sessions, devices, unbinds and uses, and for the features. */
export function LimitInputs() {
  return (
    <>
      <FieldRow>
        <NumberInput source="maxSessions" validate={COUNT} helperText="panel.help.zero_unlimited" min={0} />
        <NumberInput source="maxDevices" validate={COUNT} helperText="panel.help.zero_unlimited" min={0} />
      </FieldRow>
      <FieldRow>
        <NumberInput
          source="unbindLimit"
          validate={minValue(0)}
          helperText="panel.help.empty_unlimited"
          min={0}
        />
        <NumberInput
          source="offlineHours"
          validate={[...COUNT, maxValue(8784)]}
          helperText="panel.help.offline_hours"
          min={0}
        />
      </FieldRow>
      <FieldRow>
        <NumberInput source="uses" validate={USES} helperText="panel.help.uses" min={1} />
        <SelectInput
          source="usesPeriod"
          choices={USES_PERIODS}
          validate={required()}
          helperText="panel.help.uses_period"
        />
      </FieldRow>
      <FeaturesInput />
    </>
  );
}
