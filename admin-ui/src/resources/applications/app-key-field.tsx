import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Application } from '../../api/types';
import { CopyButton } from '../../components/copy-button';
import { stopPropagation } from '../../components/stop-propagation';

/** The key by which clients identify the application. It is not secret. */
export function AppKeyField() {
  const application = useRecordContext<Application>();
  if (!application) return null;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
      onClick={stopPropagation}
    >
      <code>{application.appKey}</code>
      <CopyButton text={application.appKey} />
    </Box>
  );
}
