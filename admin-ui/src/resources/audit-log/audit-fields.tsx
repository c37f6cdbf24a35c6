import { Typography } from '@mui/material';
import { DateField, Link, useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { stopPropagation } from '../../components/stop-propagation';
import { changesOf } from './audit-changes';
import { useFieldName } from './use-field-name';
import { useShowValue } from './use-show-value';

type AuditRecord = Dto<'AuditRecordDto'>;

/** The name of the action. An action that the panel does not know is shown under the server's name for it. */
export function ActionName() {
  const record = useRecordContext<AuditRecord>();
  const translate = useTranslate();
  if (!record) return null;
  return <Words>{translate(`panel.audit.actions.${record.action}`, { _: record.action })}</Words>;
}

/** The record with its kind: `Card VIP-2XCU`. */
export function RecordName() {
  const record = useRecordContext<AuditRecord>();
  const translate = useTranslate();
  if (!record) return null;
  const { resource, recordName, recordId } = record;
  const kind = translate(`resources.${resource}.name`, { smart_count: 1, _: resource });
  return <Words>{`${kind} ${recordName ?? recordId ?? ''}`}</Words>;
}

function Words({ children }: { children: string }) {
  return (
    <Typography component="span" variant="body2">
      {children}
    </Typography>
  );
}

/** The time of the change, as a link to its details. */
export function Moment() {
  const record = useRecordContext<AuditRecord>();
  return (
    <Link to={`/audit-log/${record?.id}/show`} onClick={stopPropagation} sx={{ whiteSpace: 'nowrap' }}>
      <DateField source="at" />
    </Link>
  );
}

const SHOWN = 2;

/** The first changes on one line. Empty for created or deleted records, whose values are on the details page. */
export function ChangeSummary() {
  const record = useRecordContext<AuditRecord>();
  const nameOf = useFieldName();
  const show = useShowValue();
  if (!record || record.before === null || record.after === null) return null;
  const changes = changesOf(record.before, record.after) ?? [];
  const shown = changes.slice(0, SHOWN).map(({ field, before, after }) => {
    return `${nameOf(record.resource, field)}: ${show(field, before)} → ${show(field, after)}`;
  });
  return (
    <Typography variant="body2" noWrap sx={{ maxWidth: 240 }}>
      {shown.join('; ')}
      {changes.length > SHOWN && ' …'}
    </Typography>
  );
}
