/** Returns a time zone in which it is about noon now, so that no day ends while a suite runs with the real clock. */
export function zoneAtNoon(): string {
  const hoursAhead = 12 - new Date().getUTCHours();
  // The names have the sign of POSIX: `Etc/GMT-8` is eight hours ahead of UTC.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`;
}
