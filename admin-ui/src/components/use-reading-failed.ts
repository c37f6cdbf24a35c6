import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { HttpError, useNotify, useRedirect, useResourceContext } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useNotifyError } from './use-notify-error';

/**
 * Returns the `onError` of a record's page. The page is left if the record is gone, or if there is nothing to show and
 * no poll that would read it again. By default react-admin leaves a page after any failed reading, with everything that
 * was typed in it.
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
    // Once for each record, so that a poll does not report the same error again and again.
    if (reported.current !== id) notifyError(error);
    reported.current = id;
    const isShown = queryClient.getQueryData([resource, 'getOne', { id }]) !== undefined;
    if (!isShown && !isPolling) redirect('list', resource);
  };
}
