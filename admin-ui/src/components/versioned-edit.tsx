import { type ReactNode, useState } from 'react';
import { Edit, type EditProps, HttpError, type RaRecord, type UpdateParams } from 'react-admin';
import { StaleAlert } from './stale-alert';
import { useNotifyError } from './use-notify-error';

/** Edits a record. After a concurrent change it shows both versions, and keeps what was typed. */
export function VersionedEdit({ children, ...props }: EditProps & { children: ReactNode }) {
  const notifyError = useNotifyError();
  const [refused, setRefused] = useState<{ before: RaRecord; typed: RaRecord }>();
  const onError = (error: unknown, { data, previousData }: Partial<UpdateParams<RaRecord>> = {}) => {
    if (!(error instanceof HttpError)) notifyError(error);
    else if (error.body?.code === 'record_changed' && previousData)
      setRefused({ before: previousData, typed: { ...previousData, ...data } });
    // React-admin shows these errors next to their fields.
    else if (!error.body?.errors) notifyError(error);
  };
  return (
    <Edit mutationMode="pessimistic" redirect="show" {...props} mutationOptions={{ onError }}>
      {refused && <StaleAlert {...refused} onDone={() => setRefused(undefined)} />}
      {children}
    </Edit>
  );
}
