import { createContext, type ReactNode, type RefObject, useCallback, useContext, useEffect } from 'react';
import {
  type RaRecord,
  SimpleForm,
  type SimpleFormProps,
  TabbedForm,
  type TabbedFormProps,
  Toolbar,
  type UpdateParams,
  type UpdateResult,
  useRecordContext,
  useRegisterMutationMiddleware,
} from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { changesOf, type Fields } from './conflicts-of';

/**
 * The base of the user's edits, combined from several versions of the record: edited fields have the values that the
 * user saw before the edit, and the other fields have the latest values. `rowVersion` is the version that the oldest edit
 * started from.
 */
export const EditedRecord = createContext<RefObject<RaRecord | undefined>>({ current: undefined });

/** Stops react-admin from resetting the form when the record is read again: `FollowRecord` updates the form instead. */
const KEEP_VALUES = { keepValues: true };

/** A `SimpleForm` for `VersionedEdit`. It keeps the user's edits when the record is read again. */
export function EditForm({ toolbar = <Toolbar />, ...props }: SimpleFormProps) {
  return <SimpleForm {...props} resetOptions={KEEP_VALUES} toolbar={following(toolbar)} />;
}

/** A `TabbedForm` for `VersionedEdit`. It keeps the user's edits when the record is read again. */
export function TabbedEditForm({ toolbar = <Toolbar />, ...props }: TabbedFormProps) {
  return <TabbedForm {...props} resetOptions={KEEP_VALUES} toolbar={following(toolbar)} />;
}

/**
 * Adds `FollowRecord` to the toolbar. `FollowRecord` must be inside the form, but a `TabbedForm` accepts only tabs as
 * children.
 */
function following(toolbar: ReactNode) {
  return (
    <>
      <FollowRecord />
      {toolbar}
    </>
  );
}

type Save = (resource: string, params: UpdateParams<RaRecord>) => Promise<UpdateResult<RaRecord>>;

/**
 * For each new version of the record, updates the fields that the user has not edited. Lets the server refuse a save
 * that would overwrite a change that the user has not seen.
 */
function FollowRecord() {
  const record = useRecordContext<RaRecord>()!;
  const { getValues, setValue } = useFormContext();
  const edited = useContext(EditedRecord);

  /**
   * Copies `next` into the form, except for edited fields: those whose value in the form differs from `before`. Returns
   * the names of the edited fields that also differ from `next`.
   */
  const take = useCallback(
    (before: Fields, next: RaRecord): string[] => {
      const typed = getValues();
      const edits = changesOf(before, typed);
      for (const field of Object.keys({ ...before, ...next })) {
        const isNew = JSON.stringify(typed[field]) !== JSON.stringify(next[field]);
        if (isNew && !(field in edits)) setValue(field, next[field]);
      }
      return Object.keys(changesOf(next, edits));
    },
    [getValues, setValue],
  );

  useEffect(() => {
    const before = edited.current;
    if (before?.id !== record.id) {
      edited.current = record;
      return;
    }
    const kept = take(before, record);
    const seen = Object.fromEntries(['rowVersion', ...kept].map((field) => [field, before[field]]));
    edited.current = kept.length > 0 ? { ...record, ...seen } : record;
  }, [edited, record, take]);

  const save = useCallback(
    async (resource: string, params: UpdateParams<RaRecord>, next: Save) => {
      const before = edited.current!;
      const sent = structuredClone(getValues());
      const unseen = changesOf(before, params.previousData);
      const overwrites = Object.keys(changesOf(params.previousData, params.data)).some(
        (field) => field in unseen,
      );
      // The server refuses the save if `previousData` is an older version of the record.
      const result = await next(resource, overwrites ? { ...params, previousData: before } : params);
      // Input that was typed during the request counts as a new edit of the saved record.
      take(sent, result.data);
      edited.current = result.data;
      return result;
    },
    [edited, getValues, take],
  );
  useRegisterMutationMiddleware<Save>(save);
  return null;
}
