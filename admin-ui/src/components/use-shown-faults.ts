import { HttpError } from 'react-admin';
import { useNotifyError } from './use-notify-error';

/** A field that no form has an input for: the pages that create records add it to the form's values. */
const APPLICATION = 'applicationId';

/**
 * Returns a function for a refused form. It returns the faults that the form can show next to its inputs, and shows any
 * other error as a notification. A fault may concern a value without an input, such as the selected rows. Such a fault
 * is shown only as a notification: while a form has an error without an input, react-hook-form does not submit again.
 */
export function useShownFaults(): (error: unknown, values: object) => Record<string, string> {
  const notifyError = useNotifyError();
  return (error, values) => {
    const faults = Object.entries<string>(error instanceof HttpError ? (error.body?.errors ?? {}) : {});
    const hasInput = (field: string) => field !== APPLICATION && Object.hasOwn(values, field.split('.')[0]!);
    const shown = faults.filter(([field]) => hasInput(field));
    if (shown.length === 0 || shown.length < faults.length) notifyError(error);
    return Object.fromEntries(shown);
  };
}

/** Returns an `onError` for the mutations of `Create` and `Edit`, which pass the answer's `errors` to the form. */
export function useSaveRefused(): (error: unknown, sent?: { data?: object }) => void {
  const shownFaults = useShownFaults();
  return (error, { data = {} } = {}) => {
    const errors = shownFaults(error, data);
    if (error instanceof HttpError && error.body?.errors) error.body.errors = errors;
  };
}
