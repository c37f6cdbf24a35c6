type Range = readonly [min: number, max: number];

/** Minimum and maximum of the numbers that people can set, for every form and API. */
export const LIMITS = {
  /** Numbers of sessions, devices, unbinds. */
  count: [0, 1_000_000],
  /** Number of duration units: at most 100 years in minutes. */
  durationAmount: [1, 52_596_000],
  clockLeewaySec: [0, 300],
  heartbeatTimeoutSec: [30, 86_400],
  hg: [1, 86_400],
  unbindHours: [0, 87_660],
  functionTimeoutMs: [1, 60_000],
  functionMemoryMb: [8, 1024],
} as const satisfies Record<string, Range>;
