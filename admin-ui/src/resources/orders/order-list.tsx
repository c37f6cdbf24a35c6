import {
  DataTable,
  DateField,
  FunctionField,
  ReferenceField,
  SelectField,
  SimpleList,
  usePermissions,
  useTranslate,
} from 'react-admin';
import { ORDER_STATUSES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import {
  ChoiceFilter,
  FilterBar,
  type FilterProps,
  RecordFilter,
  SearchField,
  TextFilter,
  TimeFilter,
} from '../../components/filters';
import { ShowLink } from '../../components/show-link';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { useApplication } from '../../layout/application-context';
import { CardTypeFilter } from '../../holders/holder-filters';
import { AmountField } from './amount-field';

type Order = Dto<'OrderDto'>;

const FILTERS = (
  <FilterBar
    search={<SearchField source="externalNo" label="panel.orders.number_begins" parse={trimmed} />}
    filters={[
      <TextFilter key="contact" source="contact" label="panel.orders.contact_begins" parse={trimmed} />,
      <ChannelFilter key="channelId" source="channelId" />,
      <CardTypeFilter key="cardTypeId" source="cardTypeId" label="panel.filter.type" />,
      <ChoiceFilter key="status" source="status" choices={ORDER_STATUSES} />,
      <TimeFilter key="createdFrom" source="createdFrom" label="panel.audit.from" />,
      <TimeFilter key="createdBefore" source="createdBefore" label="panel.audit.before" />,
    ]}
  />
);

export function OrderList() {
  const isPhone = useIsPhone();
  return (
    <ApplicationList filters={FILTERS} empty={false} storeKey={false} perPage={25}>
      {isPhone ? <OrderCards /> : <OrderTable />}
    </ApplicationList>
  );
}

function OrderTable() {
  const { permissions: role } = usePermissions<string>();
  const seesAmounts = role === 'manager' || role === 'owner';
  return (
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="externalNo" disableSort field={OrderNumber} />
      <DataTable.Col source="channelId" disableSort field={OrderChannel} />
      <DataTable.Col source="product" disableSort />
      <DataTable.NumberCol source="quantity" disableSort />
      {seesAmounts && <DataTable.Col source="amount" disableSort field={AmountField} />}
      <DataTable.Col source="status" disableSort>
        <SelectField source="status" choices={ORDER_STATUSES} />
      </DataTable.Col>
      <DataTable.Col source="contact" disableSort />
      <DataTable.Col source="createdAt" disableSort field={DateField} />
    </DataTable>
  );
}

function OrderCards() {
  return (
    <SimpleList<Order>
      primaryText={({ externalNo, requestKey }) => externalNo ?? requestKey}
      secondaryText={({ product, quantity }) => `${product} × ${quantity}`}
      rightIcon={() => <SelectField source="status" choices={ORDER_STATUSES} />}
      rowClick="show"
    />
  );
}

function OrderNumber() {
  return (
    <FunctionField<Order>
      source="externalNo"
      render={({ externalNo }) => <ShowLink source={externalNo === null ? 'requestKey' : 'externalNo'} />}
    />
  );
}

/** The channel of the order, or a note that an administrator issued it. */
export function OrderChannel(_: { source?: string }) {
  const translate = useTranslate();
  return (
    <FunctionField<Order>
      source="channelId"
      render={({ channelId }) =>
        channelId === null ? (
          translate('panel.orders.by_hand')
        ) : (
          <ReferenceField source="channelId" reference="channels" link="show" />
        )
      }
    />
  );
}

function ChannelFilter(filter: FilterProps) {
  const application = useApplication();
  return <RecordFilter {...filter} reference="channels" of={{ applicationId: application?.id }} />;
}
