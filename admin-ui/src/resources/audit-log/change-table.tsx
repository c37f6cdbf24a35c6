import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { changesOf } from './audit-changes';
import { useFieldName } from './use-field-name';
import { useShowValue } from './use-show-value';

type Columns = ('before' | 'after')[];

/** Changed fields with their old and new values. */
export function ChangeTable({ resource, before, after }: Dto<'AuditRecordDto'>) {
  const translate = useTranslate();
  const nameOf = useFieldName();
  const show = useShowValue();
  const changes = changesOf(before, after);
  if (!changes?.length) return <Typography variant="body2">{translate('panel.audit.no_change')}</Typography>;
  const columns: Columns = [
    ...(before === null ? [] : (['before'] as const)),
    ...(after === null ? [] : (['after'] as const)),
  ];
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={{ width: 'auto' }}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('panel.audit.field')}</TableCell>
            {columns.map((column) => (
              <TableCell key={column}>{translate(`panel.audit.${column}_change`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map((change) => (
            <TableRow key={change.field}>
              <TableCell component="th" scope="row">
                {nameOf(resource, change.field)}
              </TableCell>
              {columns.map((column) => (
                <TableCell
                  key={column}
                  sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: 480 }}
                >
                  {show(change.field, change[column])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
