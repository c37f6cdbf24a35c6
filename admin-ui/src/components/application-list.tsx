import { List, type ListProps, useTranslate } from 'react-admin';
import { useApplication } from '../layout/application-context';

/** A list of what belongs to the chosen application. */
export function ApplicationList(props: ListProps) {
  const application = useApplication();
  const translate = useTranslate();
  if (!application) return <p>{translate('panel.no_application')}</p>;
  return (
    <List
      key={application.id}
      sort={{ field: 'id', order: 'DESC' }}
      exporter={false}
      {...props}
      filter={{ ...props.filter, applicationId: application.id }}
    />
  );
}
