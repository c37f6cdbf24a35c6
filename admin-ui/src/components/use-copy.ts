import { useNotify } from 'react-admin';
import { copyText } from './copy-text';

/** Copies a text to the clipboard and says whether it did: what is believed to be copied may never be shown again. */
export function useCopy(): (text: string) => Promise<void> {
  const notify = useNotify();
  return async (text) => {
    try {
      await copyText(text);
      notify('panel.copied');
    } catch {
      notify('panel.not_copied', { type: 'error' });
    }
  };
}
