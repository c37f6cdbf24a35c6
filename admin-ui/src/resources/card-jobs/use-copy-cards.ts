import { useDataProvider } from 'react-admin';
import type { Card } from '../../api/types';
import { useCopy } from '../../components/use-copy';
import { useNotifyError } from '../../components/use-notify-error';
import { useTemplateText } from '../cards/use-template-text';
import { counted, type Job } from './job-outcome';

/** Maximum page size of a list. */
export const MAX_COPIED = 1000;

/**
 * Returns a function that copies the cards that a job created, as text formatted by the application's template. Other
 * cards of the same batch are not copied.
 * @param created number of cards that the job created, at most `MAX_COPIED`
 */
export function useCopyCards(job: Job, batch: string, created: number): () => Promise<void> {
  const dataProvider = useDataProvider();
  const read = useTemplateText();
  const copy = useCopy();
  const notifyError = useNotifyError();
  const { applicationId, startedAt, finishedAt } = job;
  return async () => {
    try {
      const filter = { applicationId, batch };
      const made = new Set<number>();
      let total = 0;
      let isRead = false;
      // Other jobs may have added newer cards to the batch, so the cards of this job may begin on any page.
      for (let page = 1; made.size < created && !isRead; page += 1) {
        const cards = await dataProvider.getList<Card>('cards', {
          filter,
          sort: { field: 'id', order: 'DESC' },
          pagination: { page, perPage: MAX_COPIED },
        });
        for (const { id, createdAt } of cards.data)
          if (createdAt >= startedAt! && createdAt <= finishedAt!) made.add(id);
        total = cards.total!;
        // Stops after the last page, or if this page ends with a card older than the job.
        const last = cards.data[MAX_COPIED - 1];
        isRead = last === undefined || last.createdAt < startedAt!;
      }
      const text = await read(made.size === total ? { filter } : { ids: [...made] });
      const copied = made.size < created ? 'panel.job.copied_fewer' : 'panel.job.copied';
      await copy(text, copied, {
        messageArgs: { ...counted(made.size), created: created.toLocaleString() },
      });
    } catch (error) {
      notifyError(error);
    }
  };
}
