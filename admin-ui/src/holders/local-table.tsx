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
  /** Names what the browser remembers of the table; no resource of the API. */
  resource: string;
  rows: RaRecord[] | undefined;
  isPending: boolean;
  /** What it says when there are no rows. */
  empty: string;
  /** Columns. */
  children: ReactNode;
}

/** A table of rows that are all here already. */
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
