import type { Redis, RedisOptions } from 'ioredis';
import { type Member, PrimaryWatch, type Vote } from './primary-watch.js';
import { accountOptions } from './redis-options.js';

/**
 * Asks the sentinels which server is the primary, and counts their votes. Both the sentinels and the client identify a
 * primary by its address.
 */
export class SentinelWatch extends PrimaryWatch {
  /** Before the client connects to an address that a sentinel has reported, it calls `natMap` with the address. */
  override readonly clientOptions: RedisOptions = {
    natMap: (address) => {
      this.use(address);
      return null;
    },
  };

  /** @param target options of the client that uses the primary */
  constructor(private readonly target: RedisOptions) {
    const { sentinelUsername: username, sentinelPassword: password, sentinelTLS: tls } = target;
    super(accountOptions({ username, password, tls }), 'most of the sentinels');
    for (const { host, port } of target.sentinels!) this.addMember({ host: host!, port: port! });
  }

  override get isReplaced(): boolean {
    const elected = this.elected();
    return this.primary !== undefined && elected !== undefined && elected !== this.primary;
  }

  override async identify(): Promise<void> {
    // `natMap` has already called `use`.
  }

  protected override question(client: Redis): Promise<unknown> {
    return client.call('SENTINEL', 'MASTER', this.target.name!);
  }

  protected override voteIn(answer: unknown, { host, port }: Member): Vote {
    return { voter: `${host}:${port}`, primary: addressIn(answer), voters: this.members.size };
  }

  protected override fail(): void {
    // The client that uses the primary reports faults of the sentinels.
  }
}

/** Returns the primary's address from a sentinel's reply (names and values); `undefined` if the primary is down. */
function addressIn(reply: unknown): string | undefined {
  const texts = reply as string[];
  const valueOf = (name: string) => texts[texts.findIndex((text, i) => i % 2 === 0 && text === name) + 1]!;
  return /down/.test(valueOf('flags')) ? undefined : `${valueOf('ip')}:${valueOf('port')}`;
}
