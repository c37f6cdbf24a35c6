import {
  ColumnsButton,
  CreateButton,
  DataTable,
  DateField,
  FilterButton,
  ReferenceField,
  SimpleList,
  TextInput,
  TopToolbar,
} from 'react-admin';
import type { User } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { ShowLink } from '../../components/show-link';
import { StateChip } from '../../components/state-chip';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { HOLDER_FILTERS } from '../../holders/holder-filters';
import { ExpiryField } from '../../holders/terms-fields';

const FILTERS = [
  <TextInput
    key="username"
    source="username"
    label="panel.filter.username_begins"
    parse={trimmed}
    alwaysOn
  />,
  ...HOLDER_FILTERS,
];

export function UserList() {
  return (
    <ApplicationList
      filters={FILTERS}
      perPage={25}
      empty={false}
      actions={
        <TopToolbar>
          <FilterButton />
          <ColumnsButton sx={{ display: { xs: 'none', sm: 'inline-flex' } }} />
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
  if (isPhone) {
    return (
      <SimpleList<User>
        primaryText={({ username }) => username}
        secondaryText={<ExpiryField />}
        rightIcon={() => <StateChip />}
        rowClick="show"
      />
    );
  }
  return (
    <DataTable bulkActionButtons={false} hiddenColumns={['id', 'createdAt']}>
      <DataTable.Col source="id" />
      <DataTable.Col source="username">
        <ShowLink source="username" />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <StateChip />
      </DataTable.Col>
      <DataTable.Col source="cardTypeId" disableSort>
        <ReferenceField source="cardTypeId" reference="card-types" link={false} />
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
