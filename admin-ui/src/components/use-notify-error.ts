import { useNotify } from 'react-admin';

/** Shows an API error as plain text: react-admin would take its message for a translation key. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { message } = error as Error;
    notify(message, { type: 'error', messageArgs: { _: message } });
  };
}
