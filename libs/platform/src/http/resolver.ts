import { Injectable } from '@nestjs/common';
import { lookup, NODATA, NOTFOUND, Resolver as DnsResolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** Milliseconds until an unanswered query is repeated once. */
const ASK_AGAIN_MS = 3000;
const TRIES = 2;

/** Resolves host names to addresses. */
export abstract class Resolver {
  /**
   * @param isInternal true if the name belongs to the operator's own network
   * @throws Error if the name cannot be resolved
   */
  abstract resolve(host: string, isInternal: boolean): Promise<readonly LookupAddress[]>;
}

/**
 * Resolves internal names as the operating system does, including `/etc/hosts`, and all other names only by DNS. A
 * lookup by the operating system occupies a thread of the pool that also hashes passwords. If the operating system
 * resolved all names, a few names with an unresponsive name server would delay logins.
 */
@Injectable()
export class SystemResolver extends Resolver {
  private dns = this.createDns();

  override async resolve(host: string, isInternal: boolean): Promise<LookupAddress[]> {
    if (isInternal) return lookup(host, { all: true });
    const { dns } = this;
    const answers = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
    // A resolver knows only the name servers at the time of its creation. The system may have other name servers now.
    if (answers.every(isUnanswered) && dns === this.dns) this.dns = this.createDns();
    const [ipv4, ipv6] = answers;
    const found = [addressesIn(ipv4, 4), addressesIn(ipv6, 6)].flat();
    if (found.length === 0) throw new Error(`${host} has no address`);
    return found;
  }

  /** Returns a resolver with the name servers that the system has now. */
  protected createDns(): DnsResolver {
    return new DnsResolver({ timeout: ASK_AGAIN_MS, tries: TRIES });
  }
}

const NO_ADDRESS: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

/** True if no name server has answered. "The name does not exist" is an answer. */
function isUnanswered(answer: PromiseSettledResult<string[]>): boolean {
  return answer.status === 'rejected' && !NO_ADDRESS.has((answer.reason as { code: string }).code);
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
