import {
  AutocompleteInput,
  maxValue,
  minValue,
  NumberInput,
  type RaRecord,
  regex,
  required,
  SelectArrayInput,
  SelectInput,
  TextArrayInput,
  TextInput,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FieldRow } from '../../components/form-layout';
import type { Application } from '../../api/types';
import { USES_HOURS } from '../../components/uses-hours';
import { LongTextInput } from '../../components/long-text-input';
import { SwitchInput } from '../../components/switch-input';
import {
  COMPAT_SERVICES,
  LANGUAGES,
  MULTI_OPEN_POLICIES,
  RESPONSE_SIGNATURES,
  SIGN_MODES,
  TRIAL_MODES,
  UNBIND_POLICIES,
} from '../../api/choices';

const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ id: zone, name: zone }));

// The bounds of numbers are validators, not attributes of the inputs: given attributes, browsers would block the form
// and report the error in a hidden tab.
const HELP = 'panel.applications.help';

export function GeneralInputs() {
  return (
    <>
      <TextInput source="name" validate={required()} helperText={`${HELP}.name`} />
      <SwitchInput source="enabled" helperText={`${HELP}.enabled`} />
      <FieldRow>
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
      </FieldRow>
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
      <SelectInput
        source="responseSignature"
        choices={RESPONSE_SIGNATURES}
        validate={required()}
        helperText={`${HELP}.responseSignature`}
      />
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
      <FieldRow>
        <NumberInput
          source="heartbeatTimeoutSec"
          validate={[required(), minValue(30), maxValue(86_400)]}
          helperText={`${HELP}.heartbeatTimeoutSec`}
        />
        <NumberInput source="hg" validate={minValue(1)} helperText={`${HELP}.hg`} />
      </FieldRow>
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
  const policy = useWatch({ name: 'unbindPolicy' }) as Application['unbindPolicy'] | undefined;
  return (
    <>
      <SelectInput
        source="unbindPolicy"
        choices={UNBIND_POLICIES}
        validate={required()}
        helperText={`${HELP}.unbindPolicy`}
      />
      {policy && USES_HOURS[policy] && (
        <NumberInput
          source="unbindHours"
          validate={[required(), minValue(1)]}
          helperText={`${HELP}.unbindHours`}
        />
      )}
      <NumberInput
        source="defaultUnbindLimit"
        validate={minValue(0)}
        helperText={`${HELP}.defaultUnbindLimit`}
      />
      <NumberInput
        source="unbindCooldownHours"
        validate={[required(), minValue(0), maxValue(8784)]}
        helperText={`${HELP}.unbindCooldownHours`}
      />
    </>
  );
}

export function TrialInputs() {
  const trial = (useWatch({ name: 'trial' }) as Application['trial'] | undefined) ?? 'off';
  return (
    <>
      <SelectInput source="trial" choices={TRIAL_MODES} validate={required()} helperText={`${HELP}.trial`} />
      {trial !== 'off' && (
        <>
          <NumberInput
            source="trialMinutes"
            validate={[required(), minValue(1), maxValue(43_200)]}
            helperText={`${HELP}.trialMinutes`}
          />
          {trial === 'interval' && (
            <NumberInput
              source="trialIntervalHours"
              validate={[required(), minValue(1), maxValue(8784)]}
              helperText={`${HELP}.trialIntervalHours`}
            />
          )}
          <NumberInput
            source="trialsPerAddress"
            validate={[required(), minValue(0), maxValue(100_000)]}
            helperText={`${HELP}.trialsPerAddress`}
          />
        </>
      )}
    </>
  );
}

interface CompatInputsProps {
  /** A new application can take over the key and secret that clients already have. */
  isNew: boolean;
}

export function CompatInputs({ isNew }: CompatInputsProps) {
  const compat = (useWatch({ name: 'compat' }) as Application['compat'] | undefined) ?? 'none';
  return (
    <>
      <SelectInput
        source="compat"
        choices={COMPAT_SERVICES}
        validate={required()}
        helperText={`${HELP}.compat`}
      />
      {compat !== 'none' && (
        <TextArrayInput source="compatHosts" parse={inSmallLetters} helperText={`${HELP}.compatHosts`} />
      )}
      {isNew && (
        <>
          <TextInput source="appKey" helperText={`${HELP}.appKey`} parse={trimmed} />
          <TextInput source="appSecret" helperText={`${HELP}.appSecret`} parse={trimmed} autoComplete="off" />
        </>
      )}
    </>
  );
}

/** Omits values of hidden inputs. The server would refuse an empty value, and nobody could see why. */
export function withoutHidden({
  unbindHours,
  trialMinutes,
  trialIntervalHours,
  trialsPerAddress,
  ...application
}: RaRecord): Omit<RaRecord, 'id'> {
  const { trial, unbindPolicy } = application as Partial<Application>;
  return {
    ...application,
    ...(unbindPolicy && USES_HOURS[unbindPolicy] && { unbindHours }),
    ...(trial !== 'off' && { trialMinutes, trialsPerAddress }),
    ...(trial === 'interval' && { trialIntervalHours }),
  };
}

function inSmallLetters(hosts: string[]): string[] {
  return hosts.map((host) => host.trim().toLowerCase());
}

/** Removes white space from pasted text; an empty text means no value. */
function trimmed(text: string): string | undefined {
  return text.trim() || undefined;
}

export function PortalInputs() {
  const isEnabled = useWatch({ name: 'portalEnabled' }) as boolean | undefined;
  return (
    <>
      <SwitchInput source="portalEnabled" helperText={`${HELP}.portalEnabled`} />
      {isEnabled && (
        <>
          <TextInput source="portalTitle" parse={orEmpty} helperText={`${HELP}.portalTitle`} />
          <TextInput
            source="portalLogoUrl"
            type="url"
            parse={orEmpty}
            validate={regex(/^(?:https:\/\/.*)?$/, 'panel.applications.https_only')}
            helperText={`${HELP}.portalLogoUrl`}
          />
          <TextInput source="portalContact" multiline parse={orEmpty} helperText={`${HELP}.portalContact`} />
          <SelectArrayInput
            source="portalLanguages"
            choices={LANGUAGES}
            validate={required()}
            helperText={`${HELP}.portalLanguages`}
          />
          <SwitchInput source="portalShortKeysConfirmed" helperText={`${HELP}.portalShortKeysConfirmed`} />
        </>
      )}
    </>
  );
}

/** Converts null to an empty text, which the API understands as no value. */
function orEmpty(text: string | null): string {
  return text ?? '';
}

export function TextInputs() {
  return (
    <>
      <LongTextInput source="config" isCode helperText={`${HELP}.config`} />
      <LongTextInput source="notice" helperText={`${HELP}.notice`} />
    </>
  );
}
