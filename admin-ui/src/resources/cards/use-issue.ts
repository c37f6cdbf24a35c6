import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import { fileNameOf } from '../../api/file-name';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-outcome';
import { saveText } from './export-url';

/**
 * Returns a function that marks available cards as issued if they match a filter. It also saves these cards as a file,
 * formatted by the template of their application.
 */
export function useIssue(filter: object): () => Promise<void> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  return async () => {
    try {
      const body = { filter, format: 'template' };
      const { data: text, headers } = await dataProvider.actForFile('/cards/export/issue', body);
      if (text === '') return notify('panel.cards.none_available', { type: 'warning' });
      saveText(text, fileNameOf(headers) ?? 'cards.txt');
      const messageArgs = counted(Number(headers.get('x-issued-cards')));
      notify('panel.cards.export_issued', { type: 'success', messageArgs });
    } catch (error) {
      notifyError(error);
    } finally {
      refresh();
    }
  };
}
