import { isObject, isWhole } from './answer.js';
import { misuse } from './failure.js';
import type { Store } from './platform.js';
import { type Steps, wait } from './steps.js';

/** A time is written only if it differs from the stored time by at least this many seconds. */
const TIME_STEP_SEC = 60;

/** The content of a store. A store that cannot be read, or contains something unreadable, counts as empty. */
export class Memory {
  /** The latest time of this run, for a store that cannot write. */
  private time: string | undefined;

  constructor(
    private readonly store: Store,
    private readonly appKey: string,
  ) {}

  *read(name: string): Steps<string | undefined> {
    try {
      const stored = yield* wait(this.store.read(name));
      return typeof stored === 'string' && stored !== '' ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  /** The stored ticket without the line end that other languages write. */
  *ticket(): Steps<string | undefined> {
    return (yield* this.read('ticket'))?.trim() || undefined;
  }

  *storeTicket(ticket: string): Steps<void> {
    const reason = yield* this.save('ticket', ticket);
    if (reason !== undefined) throw misuse(`store: it cannot keep the ticket (${reason})`);
  }

  /**
   * Returns why the write failed; `undefined` if it succeeded.
   * @param isNew true if a text that is stored already should stay, if the store can do this
   */
  *save(name: string, text: string, isNew = false): Steps<string | undefined> {
    try {
      const { store } = this;
      yield* wait(isNew && store.writeNew ? store.writeNew(name, text) : store.write(name, text));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The latest time ever seen, in seconds; 0 if there is none. */
  *greatestTime(): Steps<number> {
    const text = this.time ?? (yield* this.read('time'));
    // Up to version 0.1.0 the text was only the number.
    if (text === undefined || /^\d{1,12}$/.test(text)) return Number(text ?? 0);
    const { app_key, time } = readObject(text);
    return app_key === this.appKey && isWhole(time) && time > 0 ? time : 0;
  }

  /** Stores a time if it is at least a minute later than the latest time, to limit writes to the disk. */
  *sawTime(seconds: number): Steps<void> {
    if (seconds >= (yield* this.greatestTime()) + TIME_STEP_SEC) yield* this.writeTime(seconds);
  }

  /** Stores a time that the server has just signed. It replaces even a later time, which came from a wrong clock. */
  *provedTime(seconds: number): Steps<void> {
    const difference = seconds - (yield* this.greatestTime());
    if (Math.abs(difference) >= TIME_STEP_SEC) yield* this.writeTime(seconds);
  }

  private *writeTime(seconds: number): Steps<void> {
    this.time = JSON.stringify({ app_key: this.appKey, time: Math.floor(seconds) });
    // If it cannot be written, the only consequence is that a clock that was set back is not detected.
    yield* this.save('time', this.time);
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
