import type { DeviceSource, Platform } from './platform.js';
import { type Steps, wait } from './steps.js';

/** Returns the device id derived from a value that identifies the device. The id does not reveal the value. */
export function* hashedDeviceId(
  platform: Platform,
  appKey: string,
  { source, value }: DeviceSource,
): Steps<string> {
  const lines = ['latchkey-device-v1', appKey, source, value.trim().toLowerCase()];
  return yield* wait(platform.sha256(lines.join('\n')));
}

/** Returns 32 random hexadecimal digits for a device that cannot be identified. */
export function randomValue(platform: Platform): string {
  const bytes = platform.random(16);
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += `0${bytes[i]!.toString(16)}`.slice(-2);
  return text;
}
