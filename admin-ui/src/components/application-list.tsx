import { List, type ListProps, useResourceContext } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { NoApplication } from './no-application';

/**
 * A list of what belongs to the chosen application. What is selected in it belongs to that application too: nothing is done
 * to records of another one that are out of sight.
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
