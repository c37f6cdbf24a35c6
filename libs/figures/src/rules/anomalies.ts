/** A card or user with a device limit can be an anomaly only if it uses at least this number of devices in a day. */
export const MANY_DEVICES = 5;
/** A card or user without a device limit is an anomaly if it uses at least this number of devices in a day. */
const MANY_UNLIMITED_DEVICES = 20;
/**
 * A card or user can have too many addresses only if it uses at least this number in a day. The number is high because
 * a phone changes its address several times a day.
 */
export const MANY_ADDRESSES = 10;
const ADDRESSES_PER_DEVICE = 3;
/** A device that is bound to at least this number of cards and users is an anomaly. */
export const SHARED_DEVICE = 5;
/** Maximum number of anomalies of each kind that are stored per day; those with the highest counts are kept. */
export const KEPT_OF_A_KIND = 20;

/**
 * True if a card or user had sessions from too many devices in a day.
 * @param maxDevices the device limit of the card or user; 0 = unlimited
 */
export function hasManyDevices(devices: number, maxDevices: number): boolean {
  if (maxDevices === 0) return devices >= MANY_UNLIMITED_DEVICES;
  return devices >= MANY_DEVICES && devices > maxDevices;
}

/** True if a card or user had sessions from more addresses in a day than its devices explain. */
export function hasManyAddresses(addresses: number, devices: number): boolean {
  return addresses >= MANY_ADDRESSES && addresses > ADDRESSES_PER_DEVICE * devices;
}
