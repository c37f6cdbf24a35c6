import type { Store } from './platform.js';
import { type Steps, wait } from './steps.js';

/** The content of a store. A store that fails, or that holds something unreadable, counts as empty. */
export class Memory {
  /** Texts of this run, for a store that cannot write. */
  private readonly texts: Record<string, string> = {};

  constructor(private readonly store: Store) {}

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
    this.texts[name] = text;
    try {
      yield* wait(this.store.write(name, text));
    } catch {
      // It is remembered while the program runs.
    }
  }

  /** The greatest time ever seen, in seconds; 0 if there is none. */
  *greatestTime(): Steps<number> {
    const text = yield* this.read('time');
    return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : 0;
  }

  /** Remembers a time if it is the greatest by a minute, which spares the disk. */
  *sawTime(seconds: number): Steps<void> {
    if (seconds >= (yield* this.greatestTime()) + 60) yield* this.write('time', String(Math.floor(seconds)));
  }
}
