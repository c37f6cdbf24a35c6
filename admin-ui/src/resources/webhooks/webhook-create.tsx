import { Create, SimpleForm } from 'react-admin';
import { toReceiver } from '../../components/event-receiver';
import { WebhookInputs } from './webhook-inputs';

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
    <Create redirect="edit" transform={toReceiver}>
      <SimpleForm defaultValues={DEFAULTS}>
        <WebhookInputs />
      </SimpleForm>
    </Create>
  );
}
