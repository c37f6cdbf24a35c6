import { useQueryClient } from '@tanstack/react-query';
import { HttpError, useNotify, useRedirect, useResourceContext } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useNotifyError } from './use-notify-error';

/**
 * Returns the `onError` of a record's page. The page is left if the record is gone or could never be read. By default
 * react-admin leaves a page after any failed reading, with everything that was typed in it.
 */
export function useReadingFailed(): (error: unknown) => void {
  const resource = useResourceContext()!;
  const { id } = useParams();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const redirect = useRedirect();
  return (error) => {
    const isGone = error instanceof HttpError && error.status === 404;
    const isShown = queryClient.getQueryData([resource, 'getOne', { id }]) !== undefined;
    if (isShown && !isGone) return;
    if (isGone) notify('ra.notification.item_doesnt_exist', { type: 'error' });
    else notifyError(error);
    redirect('list', resource);
  };
}
