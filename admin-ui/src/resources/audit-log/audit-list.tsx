import {
  DataTable,
  DateField,
  List,
  ReferenceField,
  SimpleList,
  TopToolbar,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../../api/types';
import { useIsPhone } from '../../components/use-is-phone';
import { AUDIT_FILTERS } from './audit-filters';
import { ActionName, ChangeSummary, Moment, RecordName } from './audit-fields';
import { ExportButton } from './export-button';

/** Actions of administrators and of the server, latest first. The log cannot be sorted differently. */
export function AuditList() {
  const isPhone = useIsPhone();
  return (
    <List
      sort={{ field: 'id', order: 'DESC' }}
      filters={AUDIT_FILTERS}
      exporter={false}
      perPage={25}
      actions={
        <TopToolbar>
          <ExportButton />
        </TopToolbar>
      }
    >
      {isPhone ? <AuditCards /> : <AuditTable />}
    </List>
  );
}

function AuditTable() {
  return (
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="at" disableSort field={Moment} />
      <DataTable.Col source="actorName" disableSort />
      <DataTable.Col source="action" disableSort field={ActionName} />
      <DataTable.Col source="recordName" disableSort field={RecordName} />
      <DataTable.Col source="applicationId" disableSort>
        <ReferenceField source="applicationId" reference="applications" link={false} />
      </DataTable.Col>
      <DataTable.Col label="panel.audit.change" disableSort field={ChangeSummary} />
    </DataTable>
  );
}

function AuditCards() {
  const translate = useTranslate();
  return (
    <SimpleList<Dto<'AuditRecordDto'>>
      rowClick="show"
      primaryText={({ action, recordName, resource }) =>
        `${translate(`panel.audit.actions.${action}`, { _: action })} · ${recordName ?? translate(`resources.${resource}.name`, { smart_count: 1, _: resource })}`
      }
      secondaryText={({ actorName }) => (
        <>
          <DateField source="at" /> · {actorName}
        </>
      )}
    />
  );
}
