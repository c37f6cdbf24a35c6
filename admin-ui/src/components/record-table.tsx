import {
  BulkDeleteButton,
  DataTable,
  type DataTableProps,
  Link,
  type RaRecord,
  useCanAccess,
  useCreatePath,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { stopPropagation } from './stop-propagation';
import { useFreshSelection } from './use-fresh-selection';

/** A table whose rows link to the edit page or, for roles that may not edit, to the show page. */
export function RecordTable(props: DataTableProps) {
  const page = useRecordPage();
  const resource = useResourceContext(props);
  const { canAccess: mayDelete } = useCanAccess({ resource: resource!, action: 'delete' });
  useFreshSelection();
  return (
    <DataTable
      rowClick={page}
      bulkActionButtons={mayDelete ? <BulkDeleteButton mutationMode="pessimistic" /> : false}
      {...props}
    />
  );
}

/** Shows a record's name as a link, since a row cannot be clicked with the keyboard. */
export function RecordLink({ source }: { source: string }) {
  const record = useRecordContext<RaRecord>();
  const resource = useResourceContext()!;
  const createPath = useCreatePath();
  const type = useRecordPage();
  if (!record) return null;
  return (
    <Link to={createPath({ resource, id: record.id, type })} onClick={stopPropagation}>
      {record[source]}
    </Link>
  );
}

function useRecordPage(): 'edit' | 'show' {
  const resource = useResourceContext()!;
  const { canAccess } = useCanAccess({ resource, action: 'edit' });
  return canAccess ? 'edit' : 'show';
}
