import { type NotificationOptions, useNotify } from 'react-admin';
import { copyText } from './copy-text';

/** Copies a text to the clipboard and says whether it did: what is believed to be copied may never be shown again. */
export function useCopy() {
  const notify = useNotify();
  /** @param copied what is said when it did */
  return async (text: string, copied = 'panel.copied', options?: NotificationOptions): Promise<void> => {
    try {
      await copyText(text);
    } catch {
      return notify('panel.not_copied', { type: 'error' });
    }
    notify(copied, options);
  };
}
