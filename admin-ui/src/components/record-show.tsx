import { Show, type ShowProps } from 'react-admin';
import { useReadingFailed } from './use-reading-failed';

/** The page of a record. It stays open if reading the record again fails. */
export function RecordShow({ queryOptions, ...props }: ShowProps) {
  const onError = useReadingFailed(queryOptions?.refetchInterval !== undefined);
  return <Show {...props} queryOptions={{ ...queryOptions, onError }} />;
}
