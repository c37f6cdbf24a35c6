import { useWords } from '../words';
import type { Task } from './use-task';

/** Shows the outcome of a request to people and screen readers. */
export function Message({ task: { fault, done, message, isOutdated } }: { task: Task }) {
  const { t } = useWords();
  return (
    <div aria-live="polite">
      {message && (
        <p class="message">
          <strong>{message}</strong> {t.workingHelp}
        </p>
      )}
      {fault && (
        <p class="message bad">
          {fault}
          {isOutdated && (
            <>
              {' '}
              <button type="button" onClick={() => location.reload()}>
                {t.reload}
              </button>
            </>
          )}
        </p>
      )}
      {done && <p class="message good">{done}</p>}
    </div>
  );
}
