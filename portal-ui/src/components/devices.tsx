import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { unbind } from '../api';
import type { Account, Device } from '../types';
import { useWords } from '../words';
import type { AccountProps } from './account-view';
import { Field } from './field';
import { Message } from './message';
import { useTask } from './use-task';

/** The bound devices. Before a device is freed, a dialog asks for confirmation and shows the cost. */
export function Devices({ account, reload, end }: AccountProps) {
  const { t, time, refusal } = useWords();
  const task = useTask({ end, reload });
  const [chosen, setChosen] = useState<number>();
  const { devices, maxDevices } = account;
  const free = (device: Device, password: string) =>
    task.run(async (onWork) => {
      await unbind(device.id, password || undefined, onWork);
      setChosen(undefined);
      await reload();
      return t.freed;
    });

  return (
    <section class="panel" aria-labelledby="devices">
      <div class="row">
        <h2 id="devices">{t.devices}</h2>
        {maxDevices > 0 && <span>{t.devicesOf(devices.length, maxDevices)}</span>}
      </div>
      <Message task={task} />
      {devices.length === 0 && <p>{t.noDevices}</p>}
      <ul class="list">
        {devices.map((device) => (
          <li key={device.id}>
            <div class="row">
              <div>
                <p class="key">
                  {device.name}
                  {device.online && <span class="state active">{t.online}</span>}
                </p>
                <p class="help">
                  {t.firstSeen(time(device.firstSeenAt))}
                  {device.lastSeenAt !== null && <br />}
                  {device.lastSeenAt !== null && t.lastSeen(time(device.lastSeenAt))}
                  {device.ticketUntil !== null && <br />}
                  {device.ticketUntil !== null && t.ticketUntil(time(device.ticketUntil))}
                </p>
              </div>
              {device.unbind.refusal === null && chosen !== device.id && (
                <button
                  type="button"
                  aria-label={t.freeDevice(device.name)}
                  onClick={() => setChosen(device.id)}
                >
                  {t.free}
                </button>
              )}
            </div>
            {device.unbind.refusal !== null && (
              <p class="help">{refusal(device.unbind.refusal, device.unbind.until)}</p>
            )}
            {chosen === device.id && (
              <ConfirmFree
                account={account}
                device={device}
                isBusy={task.isBusy}
                onConfirm={(password) => void free(device, password)}
                onCancel={() => setChosen(undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ConfirmProps {
  account: Account;
  device: Device;
  isBusy: boolean;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

function ConfirmFree({ account, device, isBusy, onConfirm, onCancel }: ConfirmProps) {
  const { t, time, hours } = useWords();
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The button that opened the dialog is gone, so its focus moves here. A layout effect runs before the next key press.
  useLayoutEffect(() => form.current?.focus(), []);
  const { unbinds, expiresAt } = account;
  const after = device.unbind.expiresAt;
  const cost = () => {
    if (device.unbind.resets) return t.costResets;
    if (after === null || after === expiresAt) return t.costNothing;
    const text = unbinds.policy === 'add_hours' ? t.costAdds : t.costDeducts;
    return text(hours(unbinds.hours), time(after));
  };
  return (
    <form
      class="confirm"
      tabIndex={-1}
      ref={form}
      aria-label={t.freeTitle(device.name)}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(password);
      }}
    >
      <p>
        <strong>{t.freeTitle(device.name)}</strong>
      </p>
      <p>{cost()}</p>
      {unbinds.left !== null && <p>{t.costUnbind(unbinds.left)}</p>}
      {unbinds.cooldownHours > 0 && <p>{t.costCooldown(hours(unbinds.cooldownHours))}</p>}
      {account.hasUnbindPassword && (
        <Field
          label={t.unbindPassword}
          help={t.unbindPasswordNeeded}
          type="password"
          autocomplete="off"
          maxLength={64}
          value={password}
          onText={setPassword}
        />
      )}
      <div class="buttons">
        <button class="main danger" disabled={isBusy}>
          {t.confirmFree}
        </button>
        <button type="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
