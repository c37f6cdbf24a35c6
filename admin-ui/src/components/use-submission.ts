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
      const errors =
        error instanceof HttpError ? (error.body?.errors as Record<string, string> | undefined) : undefined;
      // An error may concern a value that has no field in the form, such as the selected rows.
      const isShown =
        errors && Object.keys(errors).every((field) => Object.hasOwn(values, field.split('.')[0]!));
      if (!isShown) notifyError(error);
      return errors;
    }
  };
}
