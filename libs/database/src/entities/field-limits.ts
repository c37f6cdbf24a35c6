type Range = readonly [min: number, max: number];

/** Minimum and maximum of each number that can be set in the panel and the APIs. */
export const LIMITS = {
  /** Numbers of sessions, devices, unbinds. */
  count: [0, 1_000_000],
  /** Uses of a counted card. */
  uses: [1, 1_000_000_000],
  /** Validity of offline tickets: at most 366 days. */
  offlineHours: [0, 8784],
  /** Duration in its unit. The maximum is the number of minutes in 100 years. */
  durationAmount: [1, 52_596_000],
  clockLeewaySec: [0, 300],
  heartbeatTimeoutSec: [30, 86_400],
  hg: [1, 86_400],
  unbindHours: [0, 87_660],
  /** At most 366 days. */
  unbindCooldownHours: [0, 8784],
  /** At most 30 days. */
  trialMinutes: [1, 43_200],
  /** At most 366 days. */
  trialIntervalHours: [1, 8784],
  trialsPerAddress: [0, 100_000],
  functionTimeoutMs: [1, 60_000],
  functionMemoryMb: [8, 1024],
  /** Uses that a call of a function consumes. */
  functionCost: [0, 1000],
} as const satisfies Record<string, Range>;
