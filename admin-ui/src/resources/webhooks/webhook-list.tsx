import { BooleanField, DataTable, DateField, List, SimpleList, useTranslate } from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import type { Dto } from '../../api/types';
import { ApplicationsField } from '../../components/applications-field';
import { EventTypesField } from '../../components/event-receiver';
import { RecordLink, RecordTable } from '../../components/record-table';
import { useIsPhone } from '../../components/use-is-phone';

type Webhook = Dto<'WebhookDto'>;

const FILTERS = <FilterBar search={<SearchField source="name" label="panel.filter.name_begins" />} />;

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
      <DataTable.Col source="name" field={RecordLink} />
      <DataTable.Col source="url" disableSort sx={{ overflowWrap: 'anywhere' }} />
      <DataTable.Col source="types" disableSort field={EventTypesField} />
      <DataTable.Col source="applicationIds" disableSort field={ApplicationsField} />
      <DataTable.Col source="enabled" disableSort field={BooleanField} />
      <DataTable.Col source="createdAt" field={DateField} />
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
