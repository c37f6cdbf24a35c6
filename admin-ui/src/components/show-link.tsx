import type { SxProps } from '@mui/material';
import { Link, type RaRecord, useRecordContext, useResourceContext } from 'react-admin';
import { stopPropagation } from './stop-propagation';

interface ShowLinkProps {
  source: string;
  sx?: SxProps;
}

/** Shows a record's name as a link to its page, since a row cannot be clicked with the keyboard. */
export function ShowLink({ source, sx }: ShowLinkProps) {
  const record = useRecordContext<RaRecord>();
  const resource = useResourceContext();
  if (!record) return null;
  return (
    <Link to={`/${resource}/${record.id}/show`} onClick={stopPropagation} sx={sx}>
      {String(record[source])}
    </Link>
  );
}
