import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { HttpError, useNotify, useRedirect, useResourceContext } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useNotifyError } from './use-notify-error';

/**
 * Returns the `onError` handler of a record's page. The handler opens the list if the record no longer exists, or if
 * the page has no record to show and does not poll. By default, react-admin leaves a page after any failed read, and
 * everything that was typed in the page is lost.
 */
export function useReadingFailed(isPolling = false): (error: unknown) => void {
  const resource = useResourceContext()!;
  const { id } = useParams();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const redirect = useRedirect();
  const reported = useRef<string>(undefined);
  return (error) => {
    if (error instanceof HttpError && error.status === 404) {
      notify('ra.notification.item_doesnt_exist', { type: 'error' });
      redirect('list', resource);
      return;
    }
    // Reports one error for each record, so that a poll does not report the same error again and again.
    if (reported.current !== id) notifyError(error);
    reported.current = id;
    const isShown = queryClient.getQueryData([resource, 'getOne', { id }]) !== undefined;
    if (!isShown && !isPolling) redirect('list', resource);
  };
}
