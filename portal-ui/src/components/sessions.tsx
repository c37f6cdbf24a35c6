import { endSessions } from '../api';
import { useWords } from '../words';
import type { AccountProps } from './account-view';
import { Message } from './message';
import { useTask } from './use-task';

/** The open sessions of the software. */
export function Sessions({ account: { sessions }, reload, end }: AccountProps) {
  const { t, time } = useWords();
  const task = useTask({ end, reload });
  const stop = (session?: number) =>
    task.run(async () => {
      await endSessions(session);
      await reload();
      return session === undefined ? t.endedAll : t.ended;
    });
  return (
    <section class="panel" aria-labelledby="sessions">
      <div class="row">
        <h2 id="sessions">{t.sessions}</h2>
        {sessions.length > 1 && (
          <button type="button" disabled={task.isBusy} onClick={() => void stop()}>
            {t.endAll}
          </button>
        )}
      </div>
      <Message task={task} />
      {sessions.length === 0 && <p class="help">{t.noSessions}</p>}
      <ul class="list">
        {sessions.map((session) => (
          <li key={session.id} class="row">
            <div>
              <p class="key">{session.device}</p>
              <p class="help">{t.since(time(session.startedAt))}</p>
            </div>
            <button
              type="button"
              disabled={task.isBusy}
              aria-label={t.endSessionOf(session.device)}
              onClick={() => void stop(session.id)}
            >
              {t.endSession}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
