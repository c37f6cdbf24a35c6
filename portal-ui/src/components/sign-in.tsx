import { useState } from 'preact/hooks';
import { signIn } from '../api';
import { useWords } from '../words';
import { Field } from './field';
import { Message } from './message';
import { useTask } from './use-task';

interface SignInProps {
  hasUsers: boolean;
  /** True if an earlier session has expired. */
  hasEnded: boolean;
  onSignedIn: () => Promise<void>;
}

/** Signs in with a card or, if the application has users, with user name and password. */
export function SignIn({ hasUsers, hasEnded, onSignedIn }: SignInProps) {
  const { t } = useWords();
  const task = useTask();
  const [isUser, setUser] = useState(false);
  const [card, setCard] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  const submit = (event: Event) => {
    event.preventDefault();
    const credential = isUser ? { username: username.trim(), password } : { card: card.trim() };
    void task.run(async (onWork) => {
      await signIn(credential, onWork);
      await onSignedIn();
    });
  };
  return (
    <main class="narrow">
      <h1>{t.signInTitle}</h1>
      <p>{t.signInHelp}</p>
      {hasEnded && <p class="message">{t.refusals['not_signed_in']}</p>}
      <form class="panel" onSubmit={submit}>
        {hasUsers && (
          <div class="choice" role="group" aria-label={t.signIn}>
            <button type="button" aria-pressed={!isUser} onClick={() => setUser(false)}>
              {t.withCard}
            </button>
            <button type="button" aria-pressed={isUser} onClick={() => setUser(true)}>
              {t.withUser}
            </button>
          </div>
        )}
        {isUser ? (
          <>
            <Field
              label={t.username}
              name="username"
              autocomplete="username"
              maxLength={20}
              value={username}
              onText={setUsername}
            />
            <Field
              label={t.password}
              name="password"
              type="password"
              autocomplete="current-password"
              maxLength={64}
              value={password}
              onText={setPassword}
            />
          </>
        ) : (
          <Field
            label={t.card}
            help={t.cardHelp}
            name="card"
            class="key"
            autocomplete="off"
            value={card}
            onText={setCard}
          />
        )}
        <Message task={task} />
        <button class="main wide" disabled={task.isBusy}>
          {t.signIn}
        </button>
      </form>
    </main>
  );
}
