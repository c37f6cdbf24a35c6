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
      <DataTable.Col source="username" field={HolderName} />
      <DataTable.Col source="state" disableSort field={StateChip} />
      <DataTable.Col source="cardTypeId" disableSort>
        <ReferenceField source="cardTypeId" reference="card-types" link={false} />
      </DataTable.Col>
      <DataTable.Col source="remaining" disableSort field={RemainingField} />
      <DataTable.Col source="devices" disableSort field={DevicesUsedField} />
      <DataTable.Col source="lastSeenAt" disableSort field={LastSeenField} />
      <DataTable.Col source="expiresAt" field={ExpiryField} />
      <DataTable.Col source="createdAt" disableSort field={DateField} />
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
