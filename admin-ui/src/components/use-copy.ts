import { type NotificationOptions, useNotify } from 'react-admin';
import { copyText } from './copy-text';

/**
 * Returns a function that copies a text to the clipboard and reports the outcome: without this report, somebody
 * could lose a secret that is shown only once.
 */
export function useCopy() {
  const notify = useNotify();
  /** @param copied message on success */
  return async (text: string, copied = 'panel.copied', options?: NotificationOptions): Promise<void> => {
    try {
      await copyText(text);
    } catch {
      return notify('panel.not_copied', { type: 'error' });
    }
    notify(copied, options);
  };
}
