import { Alert, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Edit, type EditProps, HttpError, type RaRecord, useEditContext, useTranslate } from 'react-admin';
import { useNotifyError } from './use-notify-error';

type VersionedEditProps<T extends RaRecord> = EditProps<T> & {
  children: ReactNode;
  /** Replaces the notification and the redirection after a save. */
  onSaved?: ((record: T) => void) | undefined;
};

/** Edits a record. After a concurrent change it shows the conflict and offers to reload the record. */
export function VersionedEdit<T extends RaRecord = RaRecord>({
  children,
  onSaved,
  ...props
}: VersionedEditProps<T>) {
  const notifyError = useNotifyError();
  const [isStale, setStale] = useState(false);
  const onError = (error: unknown) => {
    if (!(error instanceof HttpError)) notifyError(error);
    else if (error.body?.code === 'record_changed') setStale(true);
    // React-admin shows these errors next to their fields.
    else if (!error.body?.errors) notifyError(error);
  };
  return (
    <Edit
      mutationMode="pessimistic"
      redirect="show"
      {...props}
      mutationOptions={{ onError, ...(onSaved && { onSuccess: onSaved }) }}
    >
      {isStale && <StaleAlert onReload={() => setStale(false)} />}
      {children}
    </Edit>
  );
}

function StaleAlert({ onReload }: { onReload: () => void }) {
  const { refetch } = useEditContext();
  const translate = useTranslate();
  const reload = async () => {
    await refetch();
    onReload();
  };
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={() => void reload()}>
          {translate('panel.stale.reload')}
        </Button>
      }
    >
      {translate('panel.stale.message')}
    </Alert>
  );
}
