import {
  AutocompleteInput,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  type RaRecord,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FieldRow } from '../../components/form-layout';
import { NOTIFIER_KINDS, NOTIFIER_LANGUAGES, NOTIFIER_MODES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { EventTypesInput, ToldApplicationsInput, toReceiver } from '../../components/event-receiver';
import { SwitchInput } from '../../components/switch-input';
import { messageKey } from '../../i18n/message-key';

type Notifier = Dto<'NotifierDto'>;
type Kind = Notifier['kind'];
type KindField = 'token' | 'signingSecret' | 'recipient' | 'address';

/** The fields of each kind, besides the common ones. */
const KIND_FIELDS: Record<Kind, readonly KindField[]> = {
  telegram: ['token', 'recipient', 'address'],
  wecom: ['token'],
  dingtalk: ['token', 'signingSecret'],
  feishu: ['token', 'signingSecret'],
  discord: ['token'],
  serverchan: ['token', 'address'],
  bark: ['token', 'address'],
  email: ['recipient'],
};

const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ id: zone, name: zone }));

/** Keeps the label above a time field: browsers show --:-- in an empty one, where the label would be. */
const SHRUNK = { inputLabel: { shrink: true } };

/** Inputs of a notifier. Secrets can only be written: an empty field keeps the stored secret. */
export function NotifierInputs() {
  const notifier = useRecordContext<Notifier>();
  const kind = useWatch({ name: 'kind' }) as Kind | undefined;
  const mode = useWatch({ name: 'mode' }) as Notifier['mode'] | undefined;
  return (
    <>
      <TextInput source="name" validate={[required(), maxLength(100)]} />
      <SelectInput
        source="kind"
        choices={NOTIFIER_KINDS}
        validate={required()}
        readOnly={notifier !== undefined}
      />
      {kind && <KindInputs key={kind} kind={kind} />}
      <SelectInput source="mode" choices={NOTIFIER_MODES} validate={required()} />
      {mode === 'daily' ? (
        <NumberInput
          source="digestHour"
          validate={[required(), minValue(0), maxValue(23)]}
          helperText="panel.notifiers.digest_hour_help"
        />
      ) : (
        <EventTypesInput />
      )}
      <ToldApplicationsInput />
      <SwitchInput source="revealCards" helperText="panel.notifiers.reveal_cards_help" />
      <FieldRow>
        <SelectInput source="language" choices={NOTIFIER_LANGUAGES} validate={required()} />
        <AutocompleteInput
          source="timeZone"
          choices={TIME_ZONES}
          validate={required()}
          helperText="panel.notifiers.time_zone_help"
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          source="quietFrom"
          type="time"
          slotProps={SHRUNK}
          parse={orNull}
          helperText="panel.notifiers.quiet_from_help"
        />
        <TextInput
          source="quietTo"
          type="time"
          slotProps={SHRUNK}
          parse={orNull}
          helperText="panel.notifiers.quiet_to_help"
        />
      </FieldRow>
      <SwitchInput source="enabled" />
    </>
  );
}

/** Inputs that only some kinds have. */
function KindInputs({ kind }: { kind: Kind }) {
  const notifier = useRecordContext<Notifier>();
  const translate = useTranslate();
  const fields = KIND_FIELDS[kind];
  const hint = notifier?.tokenHint;
  const isNew = notifier === undefined;
  return (
    <>
      {kind !== 'email' && (
        <TextInput
          source="token"
          label={messageKey(`panel.notifiers.token.${kind}`)}
          autoComplete="off"
          validate={isNew ? [required(), maxLength(1000)] : [maxLength(1000)]}
          helperText={
            hint ? translate('panel.notifiers.token_kept', { hint }) : `panel.notifiers.token_help.${kind}`
          }
        />
      )}
      {fields.includes('signingSecret') && (
        <TextInput
          source="signingSecret"
          autoComplete="off"
          validate={maxLength(100)}
          helperText={
            notifier?.signed ? 'panel.notifiers.signing_secret_kept' : 'panel.notifiers.signing_secret_help'
          }
        />
      )}
      {kind === 'telegram' && (
        <TextInput
          source="recipient"
          label="panel.notifiers.chat"
          validate={[required(), maxLength(255)]}
          helperText="panel.notifiers.chat_help"
        />
      )}
      {kind === 'email' && (
        <TextInput
          source="recipient"
          type="email"
          label="panel.notifiers.email_address"
          validate={[required(), maxLength(255)]}
          helperText="panel.notifiers.email_help"
        />
      )}
      {fields.includes('address') && (
        <TextInput
          source="address"
          type="url"
          parse={orNull}
          validate={maxLength(1000)}
          helperText="panel.notifiers.address_help"
        />
      )}
    </>
  );
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** Converts the form's values for the API, without fields of other kinds and modes and without unchanged secrets. */
export function toNotifier({
  token,
  signingSecret,
  recipient,
  address,
  types,
  digestHour,
  ...form
}: RaRecord): RaRecord {
  const fields = KIND_FIELDS[form.kind as Kind];
  const has = (field: KindField) => fields.includes(field);
  return {
    ...toReceiver(form as RaRecord),
    ...(form.mode === 'daily' ? { digestHour } : { types }),
    ...(has('token') && token && { token: String(token).trim() }),
    ...(has('signingSecret') && signingSecret && { signingSecret: String(signingSecret).trim() }),
    recipient: has('recipient') ? recipient : null,
    address: has('address') ? (address ?? null) : null,
  };
}
