import { addressKey, HOUR_MS } from '@app/platform';

/** Divides the budget: an address may use at most a tenth of it. */
const PART_OF_AN_ADDRESS = 10;

/**
 * Limits the refusals recorded per hour for each owner, such as an application, and for each address within the owner.
 * An IPv6 /64 network counts as one address.
 */
export class RefusalBudget {
  private hour = 0;
  /** Recorded refusals in the current hour by owner and address. The size is limited by the budget. */
  private readonly taken = new Map<string, number>();

  constructor(private readonly perOwner: number) {}

  /**
   * Takes one refusal from the budget.
   * @returns true if the refusal may be recorded
   */
  take(owner: number | string, ip: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.hour) this.taken.clear();
    this.hour = hour;
    const ofAll = String(owner);
    const ofAddress = `${owner} ${addressKey(ip)}`;
    const all = this.taken.get(ofAll) ?? 0;
    const own = this.taken.get(ofAddress) ?? 0;
    if (all >= this.perOwner || own >= this.perOwner / PART_OF_AN_ADDRESS) return false;
    this.taken.set(ofAll, all + 1);
    this.taken.set(ofAddress, own + 1);
    return true;
  }
}
