import { useDataProvider, useRefresh } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import { useNotifyError } from '../../components/use-notify-error';
import { type ExportFormat, saveText } from './export-url';

/**
 * Returns a function that marks the available cards of a filter as issued and saves them as a file.
 * @param name of the file, without its ending
 */
export function useIssue(filter: object, format: ExportFormat, name: string): () => Promise<void> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  return async () => {
    try {
      const text = await dataProvider.actForText('/cards/export/issue', { filter, format });
      saveText(text, `${name}.${format === 'csv' ? 'csv' : 'txt'}`);
    } catch (error) {
      notifyError(error);
    } finally {
      refresh();
    }
  };
}
