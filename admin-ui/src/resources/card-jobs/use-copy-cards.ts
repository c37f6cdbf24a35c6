import { useDataProvider } from 'react-admin';
import type { Card } from '../../api/types';
import { useCopy } from '../../components/use-copy';
import { useNotifyError } from '../../components/use-notify-error';
import { counted, type Job } from './job-outcome';

/** Maximum page size of a list. */
export const MAX_COPIED = 1000;

/** Copies the cards that a job created, without other cards of its batch. */
export function useCopyCards(
  { applicationId, startedAt, finishedAt }: Job,
  batch: string,
): () => Promise<void> {
  const dataProvider = useDataProvider();
  const copy = useCopy();
  const notifyError = useNotifyError();
  return async () => {
    try {
      const { data } = await dataProvider.getList<Card>('cards', {
        filter: { applicationId, batch },
        sort: { field: 'id', order: 'DESC' },
        pagination: { page: 1, perPage: MAX_COPIED },
      });
      const made = data
        .filter(({ createdAt }) => createdAt >= startedAt! && createdAt <= finishedAt!)
        .toReversed();
      const text = made.map(({ card }) => card).join('\n');
      await copy(text, 'panel.job.copied', { messageArgs: counted(made.length) });
    } catch (error) {
      notifyError(error);
    }
  };
}
