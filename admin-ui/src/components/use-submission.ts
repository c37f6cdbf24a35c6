import { useShownFaults } from './use-shown-faults';

/** Returns an `onSubmit` for `Form`. An API error is shown next to the fields concerned, or as a notification. */
export function useSubmission<Values extends object>(
  send: (values: Values) => Promise<unknown>,
): (values: Values) => Promise<Record<string, string> | undefined> {
  const shownFaults = useShownFaults();
  return async (values) => {
    try {
      await send(values);
      return undefined;
    } catch (error) {
      return shownFaults(error, values);
    }
  };
}
