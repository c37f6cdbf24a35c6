import {
  ColumnsButton,
  CreateButton,
  DataTable,
  DateField,
  ReferenceField,
  TopToolbar,
  useCanAccess,
  useRecordContext,
} from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { useState } from 'react';
import type { User } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { FloatingBulkToolbar } from '../../components/floating-bulk-toolbar';
import { HoverCopy } from '../../components/hover-copy';
import { LookButton } from '../../components/look-button';
import { ShowLink } from '../../components/show-link';
import { StateChip } from '../../components/state-chip';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { BulkButtons } from '../../holders/bulk-buttons';
import { HolderDrawer } from '../../holders/holder-drawer';
import { HolderPhoneList } from '../../holders/holder-phone-list';
import { HOLDER_FILTERS } from '../../holders/holder-filters';
import { DevicesUsedField, LastSeenField, PresenceProvider } from '../../holders/presence';
import { RemainingField } from '../../holders/remaining-field';
import { ExpiryField } from '../../holders/terms-fields';

const FILTERS = (
  <FilterBar
    search={<SearchField source="username" label="panel.filter.username_begins" parse={trimmed} />}
    filters={HOLDER_FILTERS}
  />
);

export function UserList() {
  const isPhone = useIsPhone();
  return (
    <ApplicationList
      filters={FILTERS}
      perPage={25}
      empty={false}
      storeKey={false}
      actions={
        <TopToolbar>
          {!isPhone && <ColumnsButton />}
          <CreateButton />
        </TopToolbar>
      }
    >
      <Users />
    </ApplicationList>
  );
}

function Users() {
  const isPhone = useIsPhone();
  const [opened, open] = useState<number>();
  const { canAccess: mayChange } = useCanAccess({ resource: 'card-jobs', action: 'bulk-users' });
  return (
    <PresenceProvider>
      {isPhone ? (
        <HolderPhoneList summary={<UserSummary />} isSelectable={mayChange === true} onOpen={open} />
      ) : (
        <UserTable mayChange={mayChange === true} onOpen={open} />
      )}
      {mayChange && (
        <FloatingBulkToolbar>
          <BulkButtons />
        </FloatingBulkToolbar>
      )}
      <HolderDrawer id={opened} onClose={() => open(undefined)} />
    </PresenceProvider>
  );
}

interface UserTableProps {
  mayChange: boolean;
  onOpen: (id: number) => void;
}

function UserTable({ mayChange, onOpen }: UserTableProps) {
  return (
    <DataTable
      hiddenColumns={['id', 'createdAt', 'expiresAt']}
      rowClick={(id) => {
        onOpen(Number(id));
        return false;
      }}
      bulkActionButtons={mayChange && <></>}
      bulkActionsToolbar={<></>}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="username">
        <UserName onLook={onOpen} />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <StateChip />
      </DataTable.Col>
      <DataTable.Col source="cardTypeId" disableSort>
        <ReferenceField source="cardTypeId" reference="card-types" link={false} />
      </DataTable.Col>
      <DataTable.Col source="remaining" disableSort>
        <RemainingField />
      </DataTable.Col>
      <DataTable.Col source="devices" disableSort>
        <DevicesUsedField />
      </DataTable.Col>
      <DataTable.Col source="lastSeenAt" disableSort>
        <LastSeenField />
      </DataTable.Col>
      <DataTable.Col source="expiresAt">
        <ExpiryField />
      </DataTable.Col>
      <DataTable.Col source="createdAt" disableSort>
        <DateField source="createdAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="note" disableSort />
    </DataTable>
  );
}

/** A short form for phones. */
function UserSummary() {
  return (
    <>
      <RemainingField /> · <LastSeenField />
    </>
  );
}

/** The name, which leads to the user's page, with buttons that open the drawer and copy the name. */
function UserName({ onLook }: { source?: string; onLook: (id: number) => void }) {
  const record = useRecordContext<User>();
  return (
    record && (
      <HoverCopy text={record.username}>
        <ShowLink source="username" />
        <LookButton name={record.username} onClick={() => onLook(record.id)} />
      </HoverCopy>
    )
  );
}
