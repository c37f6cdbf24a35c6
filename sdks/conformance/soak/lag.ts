import { waitsOf } from './process-figures.js';

const TURN_MS = 50;
const SECOND_MS = 1000;
/** A delay may affect observations up to a second before or after it. */
const NEAR = 1;

/** Measures the delays of this process by its timers. */
export class TimerLag {
  /** Maximum delay in each second of the monotonic clock. */
  private readonly seconds = new Map<number, number>();
  private readonly timer: NodeJS.Timeout;

  constructor() {
    let due = performance.now() + TURN_MS;
    this.timer = setInterval(() => {
      const now = performance.now();
      for (const at of secondsOf(due, now)) {
        this.seconds.set(at, Math.max(this.seconds.get(at) ?? 0, now - due));
      }
      due = now + TURN_MS;
    }, TURN_MS);
  }

  /** Possible delay, in milliseconds, of an observation in this time. */
  within(from: number, to: number): number {
    return Math.max(...secondsOf(from, to, NEAR).map((at) => this.seconds.get(at) ?? 0));
  }

  get greatest(): number {
    return Math.max(0, ...this.seconds.values());
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/** Measures how long the threads of another process waited for a processor, from kernel statistics. */
export class ProcessLag {
  /** The longest wait of a thread in each second of the monotonic clock, in milliseconds. */
  private readonly seconds = new Map<number, number>();
  private readonly timer: NodeJS.Timeout;
  private waits: Map<string, number>;

  constructor(private readonly pid: number) {
    this.waits = waitsOf(pid);
    this.timer = setInterval(() => this.measure(), SECOND_MS);
  }

  /** Possible delay, in milliseconds, of an observation in this time: the sum of the waits. */
  within(from: number, to: number): number {
    return secondsOf(from, to, NEAR).reduce((sum, at) => sum + (this.seconds.get(at) ?? 0), 0);
  }

  get greatest(): number {
    return Math.max(0, ...this.seconds.values());
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private measure(): void {
    let waits: Map<string, number>;
    try {
      waits = waitsOf(this.pid);
    } catch {
      // The process has ended.
      return;
    }
    const waited = [...waits].map(([task, ms]) => ms - (this.waits.get(task) ?? 0));
    const [at] = secondsOf(performance.now(), performance.now());
    this.seconds.set(at!, (this.seconds.get(at!) ?? 0) + Math.max(0, ...waited));
    this.waits = waits;
  }
}

/** The seconds between two times, in either order, and `more` seconds on both sides. */
function secondsOf(from: number, to: number, more = 0): number[] {
  const first = Math.floor(Math.min(from, to) / SECOND_MS) - more;
  const last = Math.floor(Math.max(from, to) / SECOND_MS) + more;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
