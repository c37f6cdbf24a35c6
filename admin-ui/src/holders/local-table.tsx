import type { ReactNode } from 'react';
import {
  DataTable,
  ListContextProvider,
  Pagination,
  type RaRecord,
  ResourceContextProvider,
  useList,
} from 'react-admin';
import { EmptyText } from '../components/empty-text';

interface LocalTableProps {
  /** Key of the table's preferences in the browser. It need not be a resource of the API. */
  resource: string;
  rows: RaRecord[] | undefined;
  isPending: boolean;
  /** Text shown when there are no rows. */
  empty: string;
  /** Columns. */
  children: ReactNode;
}

/** A table of rows that are already loaded. */
export function LocalTable(props: LocalTableProps) {
  return (
    <ResourceContextProvider value={props.resource}>
      <Table {...props} />
    </ResourceContextProvider>
  );
}

function Table({ rows, isPending, empty, children }: LocalTableProps) {
  const list = useList({ data: rows ?? [], isPending, perPage: 10 });
  return (
    <ListContextProvider value={list}>
      <DataTable bulkActionButtons={false} rowClick={false} empty={<EmptyText text={empty} />}>
        {children}
      </DataTable>
      {(rows?.length ?? 0) > 10 && <Pagination />}
    </ListContextProvider>
  );
}
