import { Chip } from '@mui/material';
import {
  BooleanField,
  DataTable,
  DateField,
  List,
  ReferenceArrayField,
  SearchInput,
  SimpleList,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../../api/types';
import { RecordLink, RecordTable } from '../../components/record-table';
import { useIsPhone } from '../../components/use-is-phone';

type Webhook = Dto<'WebhookDto'>;

const FILTERS = [<SearchInput key="name" source="name" alwaysOn />];

/** All webhooks; only owners see them. */
export function WebhookList() {
  const isPhone = useIsPhone();
  return (
    <List sort={{ field: 'name', order: 'ASC' }} filters={FILTERS} exporter={false}>
      {isPhone ? <WebhookCards /> : <WebhookTable />}
    </List>
  );
}

function WebhookTable() {
  return (
    <RecordTable bulkActionButtons={false}>
      <DataTable.Col source="name">
        <RecordLink source="name" />
      </DataTable.Col>
      <DataTable.Col source="url" disableSort sx={{ overflowWrap: 'anywhere' }} />
      <DataTable.Col source="types" disableSort>
        <TypesField />
      </DataTable.Col>
      <DataTable.Col source="applicationIds" disableSort>
        <ApplicationsField />
      </DataTable.Col>
      <DataTable.Col source="enabled" disableSort>
        <BooleanField source="enabled" />
      </DataTable.Col>
      <DataTable.Col source="createdAt">
        <DateField source="createdAt" showTime />
      </DataTable.Col>
    </RecordTable>
  );
}

function WebhookCards() {
  const translate = useTranslate();
  return (
    <SimpleList<Webhook>
      primaryText={({ name }) => name}
      secondaryText={({ url }) => url}
      tertiaryText={({ enabled }) => (enabled ? '' : translate('panel.webhooks.disabled'))}
    />
  );
}

function TypesField() {
  const webhook = useRecordContext<Webhook>();
  const translate = useTranslate();
  if (!webhook) return null;
  const { types } = webhook;
  if (types[0] === '*') return translate('panel.webhooks.all_types');
  return types.map((type) => <Chip key={type} label={type} size="small" sx={{ m: 0.25 }} />);
}

function ApplicationsField() {
  const webhook = useRecordContext<Webhook>();
  const translate = useTranslate();
  if (webhook?.allApplications) return translate('panel.all_applications');
  return <ReferenceArrayField source="applicationIds" reference="applications" />;
}
