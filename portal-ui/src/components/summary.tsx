import type { Account } from '../types';
import { useWords } from '../words';
import { Message } from './message';
import { useTask } from './use-task';

/** Name, state, expiry, remaining time and uses of a card or user. */
export function Summary({ account, leave }: { account: Account; leave: () => Promise<void> }) {
  const { t, time, span } = useWords();
  const task = useTask();
  const { name, kind, cardType, state, expiresAt, activatedAt, uses, unbinds, now } = account;
  const isPermanent = expiresAt === null && activatedAt !== null;
  return (
    <section class="panel" aria-labelledby="name">
      <div class="row">
        <h1 id="name" class={kind === 'card' ? 'key' : ''}>
          {name}
        </h1>
        <span class={`state ${state}`}>{t.states[state]}</span>
      </div>
      {t.stateHelp[state] && <p class="help">{t.stateHelp[state]}</p>}
      <dl>
        <dt>{t.type}</dt>
        <dd>{cardType}</dd>
        {isPermanent && (
          <>
            <dt>{t.expires}</dt>
            <dd>{t.never}</dd>
          </>
        )}
        {expiresAt !== null && (
          <>
            <dt>{t.expires}</dt>
            <dd>
              {time(expiresAt)}
              {expiresAt > now && <small>{t.remaining(span(expiresAt - now))}</small>}
            </dd>
          </>
        )}
        {uses && (
          <>
            <dt>{t.uses}</dt>
            <dd>
              {t.usesOf(uses.left, uses.total)}
              {uses.resetsAt !== null && <small>{t.usesReset(time(uses.resetsAt))}</small>}
            </dd>
          </>
        )}
        {unbinds.policy !== 'disabled' && (
          <>
            <dt>{t.unbindsLeft}</dt>
            <dd>{unbinds.left === null ? t.unlimited : unbinds.left}</dd>
          </>
        )}
      </dl>
      <Message task={task} />
      <button type="button" disabled={task.isBusy} onClick={() => void task.run(leave)}>
        {t.signOut}
      </button>
    </section>
  );
}
