import {
  AutocompleteArrayInput,
  FormDataConsumer,
  maxLength,
  minLength,
  type RaRecord,
  required,
  TextInput,
} from 'react-admin';
import { EVENT_TYPES } from '../../api/choices';
import { ApplicationsInput } from '../../components/applications-input';
import { SwitchInput } from '../../components/switch-input';

const ALL = '*';
const TYPES = [{ id: ALL, name: 'panel.webhooks.all_types' }, ...EVENT_TYPES];

/** Inputs of a webhook, without its secret. */
export function WebhookInputs() {
  return (
    <>
      <TextInput source="name" validate={[required(), maxLength(100)]} fullWidth />
      <TextInput
        source="url"
        type="url"
        validate={[required(), maxLength(1000)]}
        helperText="panel.webhooks.url_help"
        fullWidth
      />
      <AutocompleteArrayInput
        source="types"
        choices={TYPES}
        parse={onlyAll}
        validate={[required(), minLength(1)]}
        helperText="panel.webhooks.types_help"
        fullWidth
      />
      <SwitchInput source="allApplications" helperText="panel.webhooks.all_applications_help" />
      <FormDataConsumer<{ allApplications?: boolean }>>
        {({ formData }) =>
          !formData.allApplications && <ApplicationsInput helperText="panel.webhooks.applications_help" />
        }
      </FormDataConsumer>
      <SwitchInput source="revealCards" helperText="panel.webhooks.reveal_cards_help" />
      <SwitchInput source="enabled" />
    </>
  );
}

/** The last choice of all types and of some replaces the other one. */
function onlyAll(types: string[]): string[] {
  return types.at(-1) === ALL ? [ALL] : types.filter((type) => type !== ALL);
}

/** Converts the form to the API, where no list of applications means all. */
export function toWebhook({ allApplications, applicationIds, ...webhook }: RaRecord): RaRecord {
  return { ...webhook, applicationIds: allApplications ? null : (applicationIds ?? []) };
}
