import { HttpError } from 'react-admin';
import { useNotifyError } from './use-notify-error';

/** Returns an `onSubmit` for `Form`. An API error is shown next to the fields concerned, or as a notification. */
export function useSubmission<Values extends object>(
  send: (values: Values) => Promise<unknown>,
): (values: Values) => Promise<Record<string, string> | undefined> {
  const notifyError = useNotifyError();
  return async (values) => {
    try {
      await send(values);
      return undefined;
    } catch (error) {
      const errors = Object.entries<string>(error instanceof HttpError ? (error.body?.errors ?? {}) : {});
      // An error may concern a value that has no field in the form, such as the selected rows. It is only notified:
      // while an error without a field remains, react-hook-form does not submit again.
      const shown = errors.filter(([field]) => Object.hasOwn(values, field.split('.')[0]!));
      if (shown.length === 0 || shown.length < errors.length) notifyError(error);
      return Object.fromEntries(shown);
    }
  };
}
