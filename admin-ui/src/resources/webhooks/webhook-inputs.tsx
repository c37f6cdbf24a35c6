import { maxLength, required, TextInput } from 'react-admin';
import { EventTypesInput, ToldApplicationsInput } from '../../components/event-receiver';
import { SwitchInput } from '../../components/switch-input';

/** Inputs of a webhook, without its secret. */
export function WebhookInputs() {
  return (
    <>
      <TextInput source="name" validate={[required(), maxLength(100)]} />
      <TextInput
        source="url"
        type="url"
        validate={[required(), maxLength(1000)]}
        helperText="panel.webhooks.url_help"
      />
      <EventTypesInput />
      <ToldApplicationsInput />
      <SwitchInput source="revealCards" helperText="panel.webhooks.reveal_cards_help" />
      <SwitchInput source="enabled" />
    </>
  );
}
