import {
  AutocompleteInput,
  FormDataConsumer,
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import type { Application } from '../../api/types';
import { LongTextInput } from '../../components/long-text-input';
import { SwitchInput } from '../../components/switch-input';
import { LANGUAGES, MULTI_OPEN_POLICIES, SIGN_MODES, UNBIND_POLICIES } from '../../api/choices';

const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ id: zone, name: zone }));

/** Policies that move the expiry by a number of hours. */
const USES_HOURS: Record<Application['unbindPolicy'], boolean> = {
  unbind_only: false,
  reset_to_unused: false,
  deduct_hours: true,
  add_hours: true,
  disabled: false,
};

// Bounds are not set as attributes: browsers would block the form and report the error in a hidden tab.
const HELP = 'panel.applications.help';

export function GeneralInputs() {
  return (
    <>
      <TextInput source="name" validate={required()} helperText={`${HELP}.name`} />
      <SwitchInput source="enabled" helperText={`${HELP}.enabled`} />
      <SelectInput
        source="language"
        choices={LANGUAGES}
        validate={required()}
        helperText={`${HELP}.language`}
      />
      <AutocompleteInput
        source="timeZone"
        choices={TIME_ZONES}
        validate={required()}
        helperText={`${HELP}.timeZone`}
      />
    </>
  );
}

export function SigningInputs() {
  return (
    <>
      <SelectInput
        source="signMode"
        choices={SIGN_MODES}
        validate={required()}
        helperText={`${HELP}.signMode`}
      />
      <SwitchInput source="responseSignature" helperText={`${HELP}.responseSignature`} />
      <NumberInput
        source="clockLeewaySec"
        validate={[required(), minValue(0)]}
        helperText={`${HELP}.clockLeewaySec`}
      />
    </>
  );
}

export function SessionInputs() {
  return (
    <>
      <NumberInput
        source="heartbeatTimeoutSec"
        validate={[required(), minValue(30), maxValue(86_400)]}
        helperText={`${HELP}.heartbeatTimeoutSec`}
      />
      <NumberInput source="hg" validate={minValue(1)} helperText={`${HELP}.hg`} />
      <SelectInput
        source="multiOpenPolicy"
        choices={MULTI_OPEN_POLICIES}
        validate={required()}
        helperText={`${HELP}.multiOpenPolicy`}
      />
    </>
  );
}

export function UnbindingInputs() {
  return (
    <>
      <SelectInput
        source="unbindPolicy"
        choices={UNBIND_POLICIES}
        validate={required()}
        helperText={`${HELP}.unbindPolicy`}
      />
      <FormDataConsumer>
        {({ formData }: { formData: Partial<Application> }) =>
          formData.unbindPolicy &&
          USES_HOURS[formData.unbindPolicy] && (
            <NumberInput
              source="unbindHours"
              validate={[required(), minValue(1)]}
              helperText={`${HELP}.unbindHours`}
            />
          )
        }
      </FormDataConsumer>
      <NumberInput
        source="defaultUnbindLimit"
        validate={minValue(0)}
        helperText={`${HELP}.defaultUnbindLimit`}
      />
    </>
  );
}

export function TextInputs() {
  return (
    <>
      <LongTextInput source="config" isCode helperText={`${HELP}.config`} />
      <LongTextInput source="notice" helperText={`${HELP}.notice`} />
    </>
  );
}
