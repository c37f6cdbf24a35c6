import { SimpleForm } from 'react-admin';
import type { CardType } from '../../api/types';
import { ApplicationCreate } from '../../components/application-create';
import { useApplication } from '../../layout/application-context';
import { CardTypeInputs, NEW_CARD_TYPE, withoutHidden } from './card-type-inputs';

export function CardTypeCreate() {
  const application = useApplication();
  return (
    <ApplicationCreate
      transform={(type: Partial<CardType>) => ({ ...withoutHidden(type), applicationId: application?.id })}
    >
      {/* The default values are a function, since the form would reset all inputs when the application's limit changes. */}
      <SimpleForm
        key={application?.id}
        defaultValues={() => ({ ...NEW_CARD_TYPE, unbindLimit: application?.defaultUnbindLimit })}
      >
        <CardTypeInputs />
      </SimpleForm>
    </ApplicationCreate>
  );
}
