import type { Session } from './client.js';
import type { Tell } from './core/codes.js';
import {
  type EndReason,
  KeeperCore,
  LONGEST_DELAY_MS,
  LOOK_EVERY_MS,
  type KeeperEvent as CoreEvent,
  type KeeperState,
} from './core/keeper-core.js';
import type { SessionCore } from './core/session-core.js';
import { run } from './core/steps.js';

export type KeeperEvent = Exclude<CoreEvent, { event: 'renewed' }> | { event: 'renewed'; session: Session };
export type KeeperHandler = (event: KeeperEvent) => void;

/** Keeps a session alive in the background. Its timers do not prevent the program from exiting. */
export class Keeper {
  readonly #core: KeeperCore;
  readonly #session: SessionCore;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #lookedAt = Date.now();

  constructor(session: Session, core: SessionCore, handler: KeeperHandler = () => undefined) {
    this.#session = core;
    this.#core = new KeeperCore(core, (event) => {
      const told = event.event === 'renewed' ? { ...event, session } : event;
      // An error of the handler reaches the program like any uncaught error of a timer.
      callLater(() => {
        if (!this.#core.isClosed) handler(told);
      });
    });
    this.#core.warn();
    this.#plan();
  }

  /** `online`, `offline` within the grace period, or `ended`. */
  get state(): KeeperState {
    this.#core.check();
    return this.#core.state;
  }

  /** True while `online` or `offline`. */
  get licensed(): boolean {
    return this.#core.licensed;
  }

  /** Why the keeper has ended. */
  get reason(): EndReason | undefined {
    return this.#core.reason;
  }

  /** The code of the refusal that ended the licence. */
  get code(): number | undefined {
    return this.#core.code;
  }

  /** Text for the customer about `code`. */
  get tell(): Tell | undefined {
    return this.#core.tell;
  }

  /** Number of heartbeats and logins that were sent. */
  get beats(): number {
    return this.#core.beats;
  }

  /** Stops the keeper, waits for a running heartbeat, and logs out. No event follows. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    const mustLogOut = this.#core.close();
    const { timeoutMs } = this.#session.client.settings;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#beat, patience]);
    clearTimeout(timer);
    if (!mustLogOut) return;
    try {
      await run(this.#session.logout());
    } catch {
      // The session ends after its timeout.
    }
  }

  /** Waits until the rules require the next call. */
  #plan(): void {
    clearTimeout(this.#timer);
    const next = this.#core.pause();
    if (next === undefined || this.#closing) return;
    this.#lookedAt = Date.now();
    this.#timer = setTimeout(() => this.#wake(), next);
    unref(this.#timer);
  }

  #wake(): void {
    // Some systems stop the monotonic clock during sleep, but not the device's clock.
    const slept = Date.now() - this.#lookedAt > LOOK_EVERY_MS + LONGEST_DELAY_MS;
    if (slept) this.#core.wokeUp();
    if (this.#core.isBeating) {
      this.#core.check();
      this.#plan();
      return;
    }
    this.#beat = run(this.#core.tick()).then(
      () => this.#plan(),
      () => this.#plan(),
    );
    this.#plan();
  }
}

function callLater(action: () => void): void {
  unref(setTimeout(action, 0));
}

function unref(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref();
}
