/** Path of the page that looks a device up. */
export function deviceLookupPath(deviceId: string): string {
  return `/devices/lookup?${new URLSearchParams({ q: deviceId }).toString()}`;
}
