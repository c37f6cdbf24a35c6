import { Alert } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { connection } from '../api/server-connection';

/** Reports that the server does not answer. When the server answers again, the page reloads its data. */
export function ConnectionBanner() {
  const isAway = useSyncExternalStore(connection.subscribe, connection.isInterrupted);
  const translate = useTranslate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isAway) return undefined;
    return () => void queryClient.invalidateQueries();
  }, [isAway, queryClient]);
  if (!isAway) return null;
  return (
    <Alert severity="warning" role="status" sx={BANNER}>
      {translate('panel.connection.away')}
    </Alert>
  );
}

/** Stays visible on long pages and does not shift the layout. */
const BANNER = {
  position: 'fixed',
  top: 8,
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: 'snackbar',
  width: 'max-content',
  maxWidth: 'calc(100vw - 32px)',
  border: 1,
  borderColor: 'divider',
};
