import { Create, type CreateProps, type RaRecord } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { NoApplication } from './no-application';

/** Creates a record of the selected application. */
export function ApplicationCreate(props: CreateProps) {
  const application = useApplication();
  if (!application) return <NoApplication />;
  return (
    <Create
      redirect="list"
      transform={(data: RaRecord) => ({ ...data, applicationId: application.id })}
      {...props}
    />
  );
}
