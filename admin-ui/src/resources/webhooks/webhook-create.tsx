import { Create, SimpleForm } from 'react-admin';
import { toWebhook, WebhookInputs } from './webhook-inputs';

const DEFAULTS = {
  types: ['*'],
  allApplications: true,
  applicationIds: [],
  revealCards: false,
  enabled: true,
};

/** Creates a webhook and shows it with its signing secret. */
export function WebhookCreate() {
  return (
    <Create redirect="edit" transform={toWebhook}>
      <SimpleForm defaultValues={DEFAULTS}>
        <WebhookInputs />
      </SimpleForm>
    </Create>
  );
}
