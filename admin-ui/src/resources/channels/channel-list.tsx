import { BooleanField, DataTable, DateField, FunctionField, SelectField, SimpleList } from 'react-admin';
import { FilterBar, SearchField, YesNoFilter } from '../../components/filters';
import { CHANNEL_KINDS } from '../../api/choices';
import type { Dto } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { ShowLink } from '../../components/show-link';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';

type Channel = Dto<'ChannelDto'>;

const FILTERS = (
  <FilterBar
    search={<SearchField source="name" label="panel.filter.name_begins" parse={trimmed} />}
    filters={[<YesNoFilter key="enabled" source="enabled" />]}
  />
);

export function ChannelList() {
  const isPhone = useIsPhone();
  return (
    <ApplicationList filters={FILTERS} empty={false}>
      {isPhone ? <ChannelCards /> : <ChannelTable />}
    </ApplicationList>
  );
}

function ChannelTable() {
  return (
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="name" field={ShowLink} />
      <DataTable.Col source="kind" disableSort>
        <SelectField source="kind" choices={CHANNEL_KINDS} />
      </DataTable.Col>
      <DataTable.Col source="enabled" disableSort field={BooleanField} />
      <DataTable.Col source="products" disableSort field={ProductNames} />
      <DataTable.Col source="lastUsedAt">
        <DateField source="lastUsedAt" emptyText="panel.never_yet" />
      </DataTable.Col>
    </DataTable>
  );
}

function ChannelCards() {
  return (
    <SimpleList<Channel> primaryText={({ name }) => name} secondaryText={<ProductNames />} rowClick="show" />
  );
}

function ProductNames() {
  return (
    <FunctionField<Channel>
      source="products"
      render={({ products }) => products.map(({ name }) => name).join(', ')}
    />
  );
}
