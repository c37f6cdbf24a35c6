import { useRef, useState } from 'preact/hooks';
import { getTicket } from '../api';
import { useWords } from '../words';
import type { AccountProps } from './account-view';
import { Field } from './field';
import { Message } from './message';
import { useTask } from './use-task';

/** Fetches an offline ticket for a computer without a connection. */
export function OfflineTicket({ account: { offlineHours }, reload, end }: AccountProps) {
  const { t, time, hours } = useWords();
  const task = useTask({ end, reload });
  const [code, setCode] = useState('');
  const [ticket, setTicket] = useState('');
  const [isCopied, setCopied] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    setCopied(false);
    void task.run(async () => {
      // A copied code can contain line breaks.
      const issued = await getTicket(code.replace(/\s+/g, ''));
      setTicket(issued.ticket);
      await reload();
      return t.ticketReady(time(issued.expiresAt));
    });
  };
  const copy = () => {
    text.current?.select();
    // The clipboard API is missing on pages served over plain HTTP.
    setCopied(document.execCommand('copy'));
  };
  return (
    <details class="panel">
      <summary>
        <h2>{t.ticketTitle}</h2>
      </summary>
      <p class="help">{t.ticketHelp(hours(offlineHours))}</p>
      <p class="help">{t.ticketWarning}</p>
      <form onSubmit={submit}>
        <Field label={t.requestCode} class="key" autocomplete="off" value={code} onText={setCode} />
        <Message task={task} />
        <button class="main" disabled={task.isBusy}>
          {t.getTicket}
        </button>
      </form>
      {ticket && (
        <div class="field">
          <label for="ticket">{t.ticket}</label>
          <textarea id="ticket" class="key" rows={5} readOnly ref={text} value={ticket} />
          <button type="button" onClick={copy}>
            {isCopied ? t.copied : t.copy}
          </button>
        </div>
      )}
    </details>
  );
}
