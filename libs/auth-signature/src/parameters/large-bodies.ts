import { ServiceUnavailableError, TurnQueue } from '@app/platform';

/** Maximum size of all large bodies together, in bytes. A body counts from its first byte until it is parsed. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Maximum number of large bodies that wait to be parsed. */
const MOST_WAITING = 10_000;

interface Body {
  bytes: number;
  /** Called when the body is dropped to make room for another one. */
  readonly drop: (error: Error) => void;
}

interface OfAddress {
  bytes: number;
  readonly bodies: Set<Body>;
}

/** A body whose bytes count towards the limit until `release` is called. */
export interface CountedBody {
  add(bytes: number): void;
  release(): void;
}

interface Turn {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Limits the cost of large bodies. When the bytes exceed the limit, a body of the address with the most bytes is
 * dropped. Only one body is parsed in each turn of the event loop, so that other requests are served in between.
 * Addresses take turns.
 */
export class LargeBodies {
  private bytes = 0;
  private readonly addresses = new Map<string, OfAddress>();
  private readonly waiting = new TurnQueue<Turn>(MOST_WAITING, ({ refuse }) => refuse(tooManyBodies()));
  private isScheduled = false;

  /** @param mostBytes set only by tests */
  constructor(private readonly mostBytes = MOST_BYTES) {}

  /**
   * Begins to count the bytes of a body.
   * @param address key of the client's address
   */
  hold(address: string, drop: Body['drop']): CountedBody {
    const body: Body = { bytes: 0, drop };
    const own = this.addresses.get(address) ?? { bytes: 0, bodies: new Set() };
    this.addresses.set(address, own);
    own.bodies.add(body);
    return {
      add: (bytes) => {
        if (!own.bodies.has(body)) return;
        body.bytes += bytes;
        own.bytes += bytes;
        this.bytes += bytes;
        while (this.bytes > this.mostBytes) this.dropLargest();
      },
      release: () => this.release(address, own, body),
    };
  }

  /**
   * Waits for the turn to parse a large body.
   * @throws ServiceUnavailableError
   */
  async turn(address: string): Promise<void> {
    await new Promise<void>((begin, refuse) => {
      if (!this.waiting.push([address], { begin, refuse })) refuse(tooManyBodies());
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.waiting.shift()?.begin();
      this.schedule();
    });
  }

  private dropLargest(): void {
    const [address, own] = [...this.addresses].reduce((a, b) => (b[1].bytes > a[1].bytes ? b : a));
    const body = [...own.bodies].reduce((a, b) => (b.bytes > a.bytes ? b : a));
    this.release(address, own, body);
    body.drop(tooManyBodies());
  }

  private release(address: string, own: OfAddress, body: Body): void {
    if (!own.bodies.delete(body)) return;
    own.bytes -= body.bytes;
    this.bytes -= body.bytes;
    if (own.bodies.size === 0) this.addresses.delete(address);
  }
}

function tooManyBodies(): ServiceUnavailableError {
  return new ServiceUnavailableError('Too many large bodies come at once');
}
