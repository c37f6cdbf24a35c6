import { useNotify } from 'react-admin';

/**
 * Returns a function that shows an API error as plain text. By default react-admin would treat the message as a
 * translation key.
 */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { message } = error as Error;
    notify(message, { type: 'error', messageArgs: { _: message } });
  };
}
