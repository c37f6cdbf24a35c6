import { useState } from 'preact/hooks';
import { isRefusal, type OnWork } from '../api';
import { useWords } from '../words';

/** Runs one request of a form at a time, and keeps the message about its outcome. */
export function useTask(end?: () => void) {
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
      if (end && isRefusal(error, 'not_signed_in')) end();
      else setFault(explain(error));
      setOutdated(isRefusal(error, 'session_changed'));
    }
    setBusy(false);
  };
  const message = work === null ? '' : t.working(Math.round(work * 100));
  return { isBusy, run, fault, done, message, isOutdated };
}

export type Task = ReturnType<typeof useTask>;
