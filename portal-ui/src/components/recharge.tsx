import { useState } from 'preact/hooks';
import { recharge } from '../api';
import { useWords } from '../words';
import type { AccountProps } from './account-view';
import { Field } from './field';
import { Message } from './message';
import { useTask } from './use-task';

/** Form that adds the time of another card. */
export function Recharge({ account, reload, end }: AccountProps) {
  const { t } = useWords();
  const task = useTask({ end, reload });
  const [card, setCard] = useState('');
  const { state, expiresAt, uses } = account;
  // The form is hidden for permanent cards, which cannot gain time, and for unused cards, which the server refuses.
  const isPermanent = state === 'active' && expiresAt === null && !uses;
  if (isPermanent || state === 'unused' || state === 'frozen' || state === 'blocked') return null;
  const submit = (event: Event) => {
    event.preventDefault();
    void task.run(async (onWork) => {
      await recharge(card.trim(), onWork);
      setCard('');
      await reload();
      return t.recharged;
    });
  };
  return (
    <section class="panel" aria-labelledby="recharge">
      <h2 id="recharge">{t.recharge}</h2>
      <form onSubmit={submit}>
        <Field
          label={t.rechargeCard}
          help={t.rechargeHelp}
          class="key"
          autocomplete="off"
          value={card}
          onText={setCard}
        />
        <Message task={task} />
        <button class="main" disabled={task.isBusy}>
          {t.rechargeDo}
        </button>
      </form>
    </section>
  );
}
