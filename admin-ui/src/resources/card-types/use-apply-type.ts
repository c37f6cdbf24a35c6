import { useRef } from 'react';
import { useDataProvider, useNotify, useRedirect, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { CardType } from '../../api/types';
import { useNotifyError } from '../../components/use-notify-error';
import { describeOutcome, isOver, type Job } from '../card-jobs/job-outcome';
import { requestKeys } from '../card-jobs/request-key';

/**
 * Returns a function that applies a type's terms to its unused cards with a card job: to all of them, or to none. The
 * function then opens the list of types with the outcome or, if the job takes longer, the page of the job.
 */
export function useApplyType(): (type: CardType) => Promise<void> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const redirect = useRedirect();
  const translate = useTranslate();
  const keyOf = useRef(requestKeys());
  return async ({ id, applicationId, rowVersion }) => {
    const change = { applicationId, action: 'apply_type', filter: { cardTypeId: id, status: 'unused' } };
    try {
      const job = await dataProvider.act<Job>('/card-jobs/bulk', {
        ...change,
        requestKey: keyOf.current({ ...change, rowVersion }),
      });
      if (!isOver(job)) return redirect('show', 'card-jobs', job.id);
      const words = describeOutcome(job, translate);
      notify(words, { type: job.status === 'done' ? 'success' : 'error', messageArgs: { _: words } });
    } catch (error) {
      notifyError(error);
    }
    redirect('list', 'card-types');
  };
}
