import type { ReactNode } from 'react';
import { DataTable, Pagination, ReferenceManyField, useRecordContext, useResourceContext } from 'react-admin';
import { EmptyText } from '../components/empty-text';
import { type Holder, kindOf } from './holder';

interface HolderTableProps {
  reference: string;
  /** Text shown when there are no rows. */
  empty: string;
  /** The columns. */
  children: ReactNode;
}

/** Records of a card or user, latest first. */
export function HolderTable({ reference, empty, children }: HolderTableProps) {
  const record = useRecordContext<Holder>();
  const resource = useResourceContext();
  if (!record || !resource) return null;
  return (
    <ReferenceManyField
      reference={reference}
      target="holderId"
      filter={{ holderKind: kindOf(resource), applicationId: record.applicationId }}
      sort={{ field: 'id', order: 'DESC' }}
      perPage={5}
      pagination={<Pagination rowsPerPageOptions={[5, 25, 100]} />}
    >
      <DataTable bulkActionButtons={false} rowClick={false} empty={<EmptyText text={empty} />}>
        {children}
      </DataTable>
    </ReferenceManyField>
  );
}
