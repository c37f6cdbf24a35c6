import { minValue, NumberInput, required } from 'react-admin';

const COUNT = [required(), minValue(0)];

/** Inputs for the limits of sessions, devices and unbinds. */
export function LimitInputs() {
  return (
    <>
      <NumberInput source="maxSessions" validate={COUNT} helperText="panel.help.zero_unlimited" min={0} />
      <NumberInput source="maxDevices" validate={COUNT} helperText="panel.help.zero_unlimited" min={0} />
      <NumberInput
        source="unbindLimit"
        validate={minValue(0)}
        helperText="panel.help.empty_unlimited"
        min={0}
      />
    </>
  );
}
