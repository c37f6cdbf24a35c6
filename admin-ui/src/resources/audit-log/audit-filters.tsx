import { AutocompleteInput, ReferenceInput, SelectInput, TextInput } from 'react-admin';
import { EpochInput } from '../../components/epoch-input';

/** Resources with audit records. */
const RESOURCES = [
  'cards',
  'card-jobs',
  'card-types',
  'users',
  'sessions',
  'devices',
  'blocks',
  'variables',
  'data',
  'functions',
  'versions',
  'applications',
  'admins',
  'api-tokens',
].map((id) => ({ id, name: `resources.${id}.name` }));

const ACTIONS = [
  'create',
  'update',
  'delete',
  'freeze',
  'unfreeze',
  'add_time',
  'reset',
  'unbind',
  'note',
  'kick',
  'generate',
  'import',
  'export',
  'cancel',
  'restore',
  'reset_password',
  'reveal_secret',
  'rotate_secret',
  'check_signature',
  'sign_in',
  'sign_in_failed',
  'totp_asked',
  'sign_out',
  'end_session',
  'end_sessions',
  'change_password',
  'totp_on',
  'totp_off',
  'new_recovery_codes',
].map((id) => ({ id, name: `panel.audit.actions.${id}` }));

const trimmed = (text: string) => text.trim();

export const AUDIT_FILTERS = [
  <SelectInput key="resource" source="resource" choices={RESOURCES} alwaysOn />,
  <AutocompleteInput key="action" source="action" choices={ACTIONS} alwaysOn />,
  <TextInput key="actorName" source="actorName" label="panel.audit.actor_begins" parse={trimmed} alwaysOn />,
  <TextInput key="recordId" source="recordId" parse={trimmed} />,
  <ReferenceInput key="applicationId" source="applicationId" reference="applications" perPage={1000}>
    <AutocompleteInput optionText="name" filterToQuery={() => ({})} />
  </ReferenceInput>,
  <EpochInput key="from" source="from" label="panel.audit.from" />,
  <EpochInput key="before" source="before" label="panel.audit.before" />,
];
