import { useNotify, useRefresh } from 'react-admin';
import { isConflict } from '../api/is-conflict';

/**
 * Returns a function for the refusal of an action on a record that has changed since the user saw it: it explains the
 * refusal and reads the record again. The user may have changed the record with an earlier attempt whose answer was
 * lost, so the text does not ask them to repeat the action. The function throws any other error.
 */
export function useConflict(): (error: unknown) => undefined {
  const notify = useNotify();
  const refresh = useRefresh();
  return (error) => {
    if (!isConflict(error)) throw error;
    notify('panel.stale.action', { type: 'warning' });
    refresh();
  };
}
