import {
  BooleanField,
  DataTable,
  DateField,
  List,
  ReferenceArrayField,
  SelectField,
  SimpleList,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField } from '../../components/filters';
import type { Dto } from '../../api/types';
import { RecordLink, RecordTable } from '../../components/record-table';
import { ROLES } from '../../api/choices';
import { useIsPhone } from '../../components/use-is-phone';

const FILTERS = (
  <FilterBar
    search={<SearchField source="email" label="panel.admins.email_begins" parse={lowerCase} />}
    filters={[<ChoiceFilter key="role" source="role" choices={ROLES} />]}
  />
);

export function AdminList() {
  const isPhone = useIsPhone();
  return (
    <List sort={{ field: 'email', order: 'ASC' }} filters={FILTERS} exporter={false}>
      {isPhone ? <AdminCards /> : <AdminTable />}
    </List>
  );
}

function AdminTable() {
  return (
    <RecordTable bulkActionButtons={false}>
      <DataTable.Col source="email" field={RecordLink} />
      <DataTable.Col source="name" />
      <DataTable.Col source="role" disableSort>
        <SelectField source="role" choices={ROLES} />
      </DataTable.Col>
      <DataTable.Col source="applicationIds" disableSort field={GivenApplications} />
      <DataTable.Col source="enabled" disableSort field={BooleanField} />
      <DataTable.Col label="panel.admins.totp" disableSort>
        <BooleanField source="totpEnabledAt" looseValue />
      </DataTable.Col>
      <DataTable.Col source="lastSignInAt">
        <DateField source="lastSignInAt" emptyText="panel.never_yet" />
      </DataTable.Col>
    </RecordTable>
  );
}

function AdminCards() {
  const translate = useTranslate();
  return (
    <SimpleList<Dto<'AdminDto'>>
      primaryText={({ email }) => email}
      secondaryText={({ name }) => name}
      tertiaryText={({ role }) => translate(`panel.role.${role}`)}
    />
  );
}

function GivenApplications() {
  const admin = useRecordContext<Dto<'AdminDto'>>();
  const translate = useTranslate();
  if (admin?.role === 'owner') return translate('panel.all_applications');
  return <ReferenceArrayField source="applicationIds" reference="applications" />;
}

/** Converts a filter by email address to lower case, in which the server stores these addresses. */
function lowerCase(text: string): string {
  return text.trim().toLowerCase();
}
