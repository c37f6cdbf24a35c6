import Download from '@mui/icons-material/Download';
import { Button, useCanAccess, useListContext } from 'react-admin';
import { apiUrl } from '../../api/http';

/** Hands out what the list's filter lets through as CSV, where the server knows how. */
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
      // A plain link, for the browser to save what the server streams.
      component="a"
      href={apiUrl(`/audit-log/export?${query.toString()}`)}
      download
    >
      <Download />
    </Button>
  );
}
