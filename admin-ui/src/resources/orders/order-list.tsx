import {
  DataTable,
  DateField,
  FunctionField,
  ReferenceField,
  ReferenceInput,
  SelectField,
  SelectInput,
  SimpleList,
  TextInput,
  usePermissions,
  useTranslate,
} from 'react-admin';
import { ORDER_STATUSES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { EpochInput } from '../../components/epoch-input';
import { ShowLink } from '../../components/show-link';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { useApplication } from '../../layout/application-context';
import { CardTypeInput } from '../card-types/card-type-input';
import { AmountField } from './amount-field';

type Order = Dto<'OrderDto'>;

const FILTERS = [
  <TextInput
    key="externalNo"
    source="externalNo"
    label="panel.orders.number_begins"
    parse={trimmed}
    alwaysOn
  />,
  <TextInput key="contact" source="contact" label="panel.orders.contact_begins" parse={trimmed} />,
  <ChannelInput key="channelId" source="channelId" />,
  <CardTypeInput key="cardTypeId" source="cardTypeId" label="panel.filter.type" />,
  <SelectInput key="status" source="status" choices={ORDER_STATUSES} />,
  <EpochInput key="createdFrom" source="createdFrom" label="panel.audit.from" />,
  <EpochInput key="createdBefore" source="createdBefore" label="panel.audit.before" />,
];

export function OrderList() {
  const isPhone = useIsPhone();
  return (
    <ApplicationList filters={FILTERS} empty={false} perPage={25}>
      {isPhone ? <OrderCards /> : <OrderTable />}
    </ApplicationList>
  );
}

function OrderTable() {
  const { permissions: role } = usePermissions<string>();
  const seesAmounts = role === 'manager' || role === 'owner';
  return (
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="externalNo" disableSort>
        <OrderNumber />
      </DataTable.Col>
      <DataTable.Col source="channelId" disableSort>
        <OrderChannel />
      </DataTable.Col>
      <DataTable.Col source="product" disableSort />
      <DataTable.NumberCol source="quantity" disableSort />
      {seesAmounts && (
        <DataTable.Col source="amount" disableSort>
          <AmountField />
        </DataTable.Col>
      )}
      <DataTable.Col source="status" disableSort>
        <SelectField source="status" choices={ORDER_STATUSES} />
      </DataTable.Col>
      <DataTable.Col source="contact" disableSort />
      <DataTable.Col source="createdAt" disableSort>
        <DateField source="createdAt" showTime />
      </DataTable.Col>
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

/** The channel of the order, or that an administrator issued it. */
export function OrderChannel() {
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

function ChannelInput({ source }: { source: string }) {
  const application = useApplication();
  return (
    <ReferenceInput
      source={source}
      reference="channels"
      filter={{ applicationId: application?.id }}
      sort={{ field: 'name', order: 'ASC' }}
      perPage={1000}
      enableGetChoices={() => application !== undefined}
    >
      <SelectInput optionText="name" />
    </ReferenceInput>
  );
}
