import { List, type ListProps, useListContext, useResourceContext } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { NoApplication } from './no-application';
import { TimeZoneNote } from './time-zone-note';

/**
 * A list of records of the selected application. Each application has its own row selection, so that actions do not
 * affect hidden records of another application.
 *
 * With `storeKey={false}`, filters are only in the page's URL, so the menu opens the list without filters. Use this
 * prop for lists that the search or other pages open with filters.
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
      sx={{ flexDirection: 'column', ...props.sx }}
      aside={<Note />}
    />
  );
}

/** The note appears together with the rows. If it appeared earlier, the rows would move it. */
function Note() {
  const { isPending } = useListContext();
  return isPending ? null : <TimeZoneNote />;
}
