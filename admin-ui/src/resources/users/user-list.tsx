import { ColumnsButton, CreateButton, DataTable, DateField, ReferenceField, TopToolbar } from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { ApplicationList } from '../../components/application-list';
import { StateChip } from '../../components/state-chip';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { BulkButtons } from '../../holders/bulk-buttons';
import { HolderList, HolderName } from '../../holders/holder-list';
import { HOLDER_FILTERS } from '../../holders/holder-filters';
import { DevicesUsedField, LastSeenField } from '../../holders/presence';
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
  return (
    <HolderList
      bulkAction="bulk-users"
      bulkButtons={<BulkButtons />}
      summary={<UserSummary />}
      hiddenColumns={['id', 'createdAt', 'expiresAt']}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="username">
        <HolderName source="username" />
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
    </HolderList>
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
