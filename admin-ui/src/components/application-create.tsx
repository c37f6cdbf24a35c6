import type { CreateProps, RaRecord } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { NoApplication } from './no-application';
import { RecordCreate } from './record-create';

/** Creates a record of the selected application. */
export function ApplicationCreate(props: CreateProps) {
  const application = useApplication();
  if (!application) return <NoApplication />;
  return (
    <RecordCreate
      redirect="list"
      transform={(data: RaRecord) => ({ ...data, applicationId: application.id })}
      {...props}
    />
  );
}
