import { Chip } from '@mui/material';
import {
  BooleanField,
  DataTable,
  DateField,
  List,
  SelectField,
  SimpleList,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { NOTIFIER_KINDS } from '../../api/choices';
import type { Dto } from '../../api/types';
import { ApplicationsField } from '../../components/applications-field';
import { EventTypesField } from '../../components/event-receiver';
import { RecordLink, RecordTable } from '../../components/record-table';
import { useIsPhone } from '../../components/use-is-phone';
import { messageKey } from '../../i18n/message-key';

type Notifier = Dto<'NotifierDto'>;

const FILTERS = <FilterBar search={<SearchField source="name" label="panel.filter.name_begins" />} />;

/** All notifiers; only owners see them. */
export function NotifierList() {
  const isPhone = useIsPhone();
  return (
    <List sort={{ field: 'name', order: 'ASC' }} filters={FILTERS} exporter={false}>
      {isPhone ? <NotifierCards /> : <NotifierTable />}
    </List>
  );
}

function NotifierTable() {
  return (
    <RecordTable bulkActionButtons={false}>
      <DataTable.Col source="name" field={RecordLink} />
      <DataTable.Col source="kind" disableSort>
        <SelectField source="kind" choices={NOTIFIER_KINDS} />
      </DataTable.Col>
      <DataTable.Col source="types" disableSort field={ToldField} />
      <DataTable.Col source="applicationIds" disableSort field={ApplicationsField} />
      <DataTable.Col source="enabled" disableSort field={BooleanField} />
      <DataTable.Col source="lastSent" disableSort field={LastField} />
      <DataTable.Col source="createdAt" field={DateField} />
    </RecordTable>
  );
}

function NotifierCards() {
  const translate = useTranslate();
  return (
    <SimpleList<Notifier>
      primaryText={({ name }) => name}
      secondaryText={({ kind }) => translate(messageKey(`panel.notifiers.kind.${kind}`))}
      tertiaryText={({ enabled }) => (enabled ? '' : translate('panel.notifiers.disabled'))}
    />
  );
}

function ToldField() {
  const notifier = useRecordContext<Notifier>();
  const translate = useTranslate();
  return notifier?.mode === 'daily' ? translate('panel.notifiers.mode.daily') : <EventTypesField />;
}

function LastField() {
  const notifier = useRecordContext<Notifier>();
  const translate = useTranslate();
  if (!notifier || notifier.lastSent === null) return '–';
  const status = notifier.lastSent ? 'sent' : 'failed';
  return (
    <Chip
      size="small"
      variant="outlined"
      color={notifier.lastSent ? 'success' : 'error'}
      label={translate(messageKey(`panel.notifiers.messages.statuses.${status}`))}
    />
  );
}
