import { useNotify } from 'react-admin';

/** Shows what the API said of a failure. Its words are no translation key, which react-admin would take them for. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { message } = error as Error;
    notify(message, { type: 'error', messageArgs: { _: message } });
  };
}
