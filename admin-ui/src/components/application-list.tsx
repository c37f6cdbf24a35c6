import { List, type ListProps, useResourceContext } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { NoApplication } from './no-application';

/**
 * A list of records of the selected application. Its row selection also belongs to that application, so that no action
 * affects hidden records of another one.
 */
export function ApplicationList(props: ListProps) {
  const application = useApplication();
  const resource = useResourceContext(props);
  if (!application) return <NoApplication />;
  return (
    <List
      key={application.id}
      storeKey={`${resource}.of.${application.id}`}
      sort={{ field: 'id', order: 'DESC' }}
      exporter={false}
      {...props}
      filter={{ ...props.filter, applicationId: application.id }}
    />
  );
}
