import { useWords } from '../words';
import type { Task } from './use-task';

/** Tells people and screen readers what became of a request. */
export function Message({ task: { fault, done, message } }: { task: Task }) {
  const { t } = useWords();
  return (
    <div aria-live="polite">
      {message && (
        <p class="message">
          <strong>{message}</strong> {t.workingHelp}
        </p>
      )}
      {fault && <p class="message bad">{fault}</p>}
      {done && <p class="message good">{done}</p>}
    </div>
  );
}
