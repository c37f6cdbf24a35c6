import { useDataProvider } from 'react-admin';
import type { Card } from '../../api/types';
import { useCopy } from '../../components/use-copy';
import { useNotifyError } from '../../components/use-notify-error';
import { useTemplateText } from '../cards/use-template-text';
import { counted, type Job } from './job-outcome';

/** Maximum page size of a list. */
export const MAX_COPIED = 1000;

/**
 * Copies the cards that a job created as text, by the application's template. Other cards of the same batch are not
 * copied.
 */
export function useCopyCards(
  { applicationId, startedAt, finishedAt }: Job,
  batch: string,
): () => Promise<void> {
  const dataProvider = useDataProvider();
  const read = useTemplateText();
  const copy = useCopy();
  const notifyError = useNotifyError();
  return async () => {
    try {
      const filter = { applicationId, batch };
      const { data, total } = await dataProvider.getList<Card>('cards', {
        filter,
        sort: { field: 'id', order: 'DESC' },
        pagination: { page: 1, perPage: MAX_COPIED },
      });
      const made = data.filter(({ createdAt }) => createdAt >= startedAt! && createdAt <= finishedAt!);
      const text = await read(made.length === total ? { filter } : { ids: made.map(({ id }) => id) });
      await copy(text, 'panel.job.copied', { messageArgs: counted(made.length) });
    } catch (error) {
      notifyError(error);
    }
  };
}
