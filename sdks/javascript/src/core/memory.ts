import { isObject, isWhole } from './answer.js';
import type { Store } from './platform.js';
import { type Steps, wait } from './steps.js';

/** A time is written only if it differs from the stored time by at least this many seconds. */
const TIME_STEP_SEC = 60;

/** The content of a store. A store that fails or contains something unreadable counts as empty. */
export class Memory {
  /** Texts of this run, for a store that cannot write. */
  private readonly texts: Record<string, string> = {};

  constructor(
    private readonly store: Store,
    private readonly appKey: string,
  ) {}

  *read(name: string): Steps<string | undefined> {
    const text = this.texts[name];
    if (text !== undefined) return text;
    try {
      const stored = yield* wait(this.store.read(name));
      return typeof stored === 'string' && stored !== '' ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  *write(name: string, text: string): Steps<void> {
    // If the store fails, the text is kept in memory while the program runs.
    this.texts[name] = text;
    yield* this.save(name, text);
  }

  /** Writes only to the store. Returns why the write failed; `undefined` if it succeeded. */
  *save(name: string, text: string): Steps<string | undefined> {
    try {
      yield* wait(this.store.write(name, text));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The latest time ever seen, in seconds; 0 if there is none. */
  *greatestTime(): Steps<number> {
    const text = yield* this.read('time');
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
    yield* this.write('time', JSON.stringify({ app_key: this.appKey, time: Math.floor(seconds) }));
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
