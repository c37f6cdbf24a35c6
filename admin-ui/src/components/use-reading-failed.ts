import { useQueryClient } from '@tanstack/react-query';
import { HttpError, useNotify, useRedirect, useResourceContext } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useNotifyError } from './use-notify-error';

/**
 * Returns the `onError` of a record's page: the page is left only if the record is gone. By default react-admin leaves
 * it after any failed reading, with everything that was typed in it.
 */
export function useReadingFailed(): (error: unknown) => void {
  const resource = useResourceContext()!;
  const { id } = useParams();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const redirect = useRedirect();
  return (error) => {
    if (error instanceof HttpError && error.status === 404) {
      notify('ra.notification.item_doesnt_exist', { type: 'error' });
      redirect('list', resource);
      return;
    }
    const isShown = queryClient.getQueryData([resource, 'getOne', { id }]) !== undefined;
    if (!isShown) notifyError(error);
  };
}
