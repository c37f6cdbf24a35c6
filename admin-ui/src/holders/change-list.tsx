import { Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { useShowValue } from '../resources/audit-log/use-show-value';

/** The text that stands for a secret in the audit log. */
const SECRET = '•••';
/** Maximum number of characters shown of a value. */
const MAX_SHOWN = 200;

/** Changes, as `field: before → after`. */
export function ChangeList() {
  const record = useRecordContext<Dto<'HolderAuditDto'>>();
  const translate = useTranslate();
  const show = useShowValue();
  // The creation of a record is shown without the fields.
  if (!record || record.action === 'create') return null;
  const before = parse(record.before);
  const after = parse(record.after);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => after[field] !== SECRET,
  );
  const shown = (field: string, value: unknown) => {
    const text = show(field, value);
    return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  };
  return fields.map((field) => (
    <Typography key={field} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {translate(`resources.cards.fields.${field}`, { _: field })}:{' '}
      {[before, after]
        .filter((side) => field in side)
        .map((side) => shown(field, side[field]))
        .join(' → ')}
    </Typography>
  ));
}

function parse(text: string | null): Record<string, unknown> {
  return text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
}
