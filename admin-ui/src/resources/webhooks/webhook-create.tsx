import { SimpleForm } from 'react-admin';
import { toReceiver } from '../../components/event-receiver';
import { RecordCreate } from '../../components/record-create';
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
    <RecordCreate redirect="edit" transform={toReceiver}>
      <SimpleForm defaultValues={DEFAULTS}>
        <WebhookInputs />
      </SimpleForm>
    </RecordCreate>
  );
}
