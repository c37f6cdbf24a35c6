import { type ReactNode, useRef, useState } from 'react';
import { Edit, type EditProps, type RaRecord, type TransformData, type UpdateParams } from 'react-admin';
import { isConflict } from '../api/is-conflict';
import { EditedRecord } from './edit-form';
import { StaleAlert } from './stale-alert';
import { useReadingFailed } from './use-reading-failed';
import { useSaveRefused } from './use-shown-faults';

type VersionedEditProps<T extends RaRecord> = EditProps<T> & {
  children: ReactNode;
  /** Replaces the notification and the redirection after a save. */
  onSaved?: ((record: T) => void) | undefined;
  /** True if the page also has tables or code, which need the whole width. Its forms are then in a `FormColumn`. */
  isWide?: boolean;
};

/**
 * Edits a record in an `EditForm` or a `TabbedEditForm`. After a concurrent change it shows both versions and keeps the
 * user's input.
 */
export function VersionedEdit<T extends RaRecord = RaRecord>({
  children,
  onSaved,
  transform = asTyped,
  isWide = false,
  ...props
}: VersionedEditProps<T>) {
  const saveRefused = useSaveRefused();
  const onReadingFailed = useReadingFailed();
  const [refused, setRefused] = useState<{ before: RaRecord; typed: RaRecord }>();
  const [round, setRound] = useState(0);
  const edited = useRef<RaRecord>(undefined);
  const onMutate = () => setRefused(undefined);
  const onError = (error: unknown, sent: Partial<UpdateParams<RaRecord>> = {}) => {
    if (isConflict(error) && edited.current) {
      // The refused values went through `transform`, so they are compared with a record that also went through it.
      const before = transform(edited.current) as RaRecord;
      setRefused({ before, typed: { ...before, ...sent.data } });
    } else saveRefused(error, sent);
  };
  const startAgain = () => {
    setRefused(undefined);
    setRound(round + 1);
  };
  return (
    <Edit
      mutationMode="pessimistic"
      redirect="show"
      {...(isWide && { sx: WHOLE_WIDTH })}
      {...props}
      transform={transform}
      queryOptions={{ onError: onReadingFailed }}
      mutationOptions={{ onMutate, onError, ...(onSaved && { onSuccess: onSaved }) }}
    >
      {refused && <StaleAlert<T> {...refused} transform={transform} onSaved={onSaved} onDone={startAgain} />}
      {/* A new key remounts the form with the server's values; otherwise it would keep its edits after a reload. */}
      <EditedRecord key={round} value={edited}>
        {children}
      </EditedRecord>
    </Edit>
  );
}

const asTyped: TransformData = (values: RaRecord) => values;

const WHOLE_WIDTH = { '& .RaEdit-main': { maxWidth: 'none' } };
