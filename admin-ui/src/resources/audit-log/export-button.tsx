import Download from '@mui/icons-material/Download';
import { Button, useCanAccess, useListContext } from 'react-admin';
import { apiUrl } from '../../api/http';

/** Exports the filtered list as CSV. */
export function ExportButton() {
  const { filterValues, total } = useListContext();
  const { canAccess } = useCanAccess({ resource: 'audit-log', action: 'export' });
  if (!canAccess) return null;
  const query = new URLSearchParams({
    filter: JSON.stringify(filterValues),
    sort: JSON.stringify(['id', 'DESC']),
  });
  return (
    <Button
      label="ra.action.export"
      disabled={!total}
      // A plain link, so that the browser saves the stream.
      component="a"
      href={apiUrl(`/audit-log/export?${query.toString()}`)}
      download
    >
      <Download />
    </Button>
  );
}
