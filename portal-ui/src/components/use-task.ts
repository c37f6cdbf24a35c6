import { useState } from 'preact/hooks';
import { isRefusal, type OnWork } from '../api';
import { useWords } from '../words';
import type { AccountProps } from './account-view';

/**
 * Runs one request of a form at a time, and keeps the message about its outcome.
 * @param on what to do when the session has expired, and how to read the account again
 */
export function useTask(on?: Pick<AccountProps, 'end' | 'reload'>) {
  const { t, explain } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [work, setWork] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const [done, setDone] = useState('');
  const [isOutdated, setOutdated] = useState(false);

  const run = async (task: (onWork: OnWork) => Promise<string | void>) => {
    if (isBusy) return;
    setBusy(true);
    setFault('');
    setDone('');
    try {
      setDone((await task(setWork)) || '');
    } catch (error) {
      if (on && isRefusal(error, 'not_signed_in')) on.end();
      else {
        show(error);
        // The account may differ from the page: after another change, or since only the answer was lost.
        if (!isRefusal(error, 'session_changed'))
          await on?.reload().catch((failure) => isRefusal(failure, 'session_changed') && show(failure));
      }
    }
    setBusy(false);
  };
  const show = (error: unknown) => {
    setOutdated(isRefusal(error, 'session_changed'));
    setFault(explain(error));
  };
  const message = work === null ? '' : t.working(Math.round(work * 100));
  return { isBusy, run, fault, done, message, isOutdated };
}

export type Task = ReturnType<typeof useTask>;
