import { Create, type CreateProps, type RaRecord, useTranslate } from 'react-admin';
import { useApplication } from '../layout/application-context';

/** Makes something that belongs to the chosen application. */
export function ApplicationCreate(props: CreateProps) {
  const application = useApplication();
  const translate = useTranslate();
  if (!application) return <p>{translate('panel.no_application')}</p>;
  return (
    <Create
      redirect="list"
      transform={(data: RaRecord) => ({ ...data, applicationId: application.id })}
      {...props}
    />
  );
}
