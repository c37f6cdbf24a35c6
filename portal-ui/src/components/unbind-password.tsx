import { useState } from 'preact/hooks';
import { setUnbindPassword } from '../api';
import { useWords } from '../words';
import type { AccountProps } from './account-view';
import { Field } from './field';
import { Message } from './message';
import { useTask } from './use-task';

/** Sets or changes the password that is required to unbind a device. */
export function UnbindPassword({ account: { hasUnbindPassword }, reload, end }: AccountProps) {
  const { t } = useWords();
  const task = useTask({ end, reload });
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    void task.run(async (onWork) => {
      await setUnbindPassword(password, current || undefined, onWork);
      setCurrent('');
      setPassword('');
      await reload();
      return t.passwordSaved;
    });
  };
  return (
    <details class="panel">
      <summary>
        <h2>{t.passwordTitle}</h2> <span>{hasUnbindPassword ? t.passwordSet : t.passwordNotSet}</span>
      </summary>
      <p class="help">{t.passwordHelp}</p>
      <form onSubmit={submit}>
        {hasUnbindPassword && (
          <Field
            label={t.currentPassword}
            type="password"
            autocomplete="off"
            maxLength={64}
            value={current}
            onText={setCurrent}
          />
        )}
        <Field
          label={t.newPassword}
          type="password"
          autocomplete="off"
          minLength={6}
          maxLength={10}
          value={password}
          onText={setPassword}
        />
        <Message task={task} />
        <button class="main" disabled={task.isBusy}>
          {t.savePassword}
        </button>
      </form>
    </details>
  );
}
