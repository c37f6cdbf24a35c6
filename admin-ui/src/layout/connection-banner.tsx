import { Alert } from '@mui/material';
import { type Query, useQueryClient } from '@tanstack/react-query';
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
    return () => void queryClient.invalidateQueries({ predicate: isNotEdited });
  }, [isAway, queryClient]);
  if (!isAway) return null;
  return (
    <Alert severity="warning" role="status" sx={BANNER}>
      {translate('panel.connection.away')}
    </Alert>
  );
}

/**
 * False for the record of an open edit page: its form would lose the user's input if the record were read again. Edit
 * pages are recognized by their query options: among the pages that read a record, only they switch off the refetch on
 * reconnection.
 */
function isNotEdited({ queryKey, observers }: Query): boolean {
  return queryKey[1] !== 'getOne' || observers.some(({ options }) => options.refetchOnReconnect !== false);
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
