const HOUR_MS = 3_600_000;
/** The part that one address may have: it shall not use up what others need. */
const PART_OF_AN_ADDRESS = 10;

/** Bounds what is kept of refusals in an hour: of each owner, such as an application, and of each address there. */
export class RefusalBudget {
  private hour = 0;
  /** Bounded by what was kept in the hour. */
  private readonly taken = new Map<string, number>();

  constructor(private readonly perOwner: number) {}

  /** @returns whether one more refusal may be kept */
  take(owner: number | string, ip: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.hour) this.taken.clear();
    this.hour = hour;
    const ofAll = String(owner);
    const ofAddress = `${owner} ${ip}`;
    const all = this.taken.get(ofAll) ?? 0;
    const own = this.taken.get(ofAddress) ?? 0;
    if (all >= this.perOwner || own >= this.perOwner / PART_OF_AN_ADDRESS) return false;
    this.taken.set(ofAll, all + 1);
    this.taken.set(ofAddress, own + 1);
    return true;
  }
}
