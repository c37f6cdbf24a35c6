const HOUR_MS = 3_600_000;
/** Of an application's refusals in an hour, the part that one address may have: it shall not use up what others need. */
const PART_OF_AN_ADDRESS = 10;

/** How many refusals are kept in an hour: of each application, and of each address there. */
export class RefusalBudget {
  private hour = 0;
  /** Bounded by what was kept in the hour. */
  private readonly taken = new Map<string, number>();

  constructor(private readonly perApplication: number) {}

  /** @returns whether one more refusal may be kept */
  take(applicationId: number, ip: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.hour) this.taken.clear();
    this.hour = hour;
    const ofAll = String(applicationId);
    const ofAddress = `${applicationId} ${ip}`;
    const all = this.taken.get(ofAll) ?? 0;
    const own = this.taken.get(ofAddress) ?? 0;
    if (all >= this.perApplication || own >= this.perApplication / PART_OF_AN_ADDRESS) return false;
    this.taken.set(ofAll, all + 1);
    this.taken.set(ofAddress, own + 1);
    return true;
  }
}
