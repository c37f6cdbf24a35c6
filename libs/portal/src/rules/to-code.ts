import type { RefusalName } from '@app/licensing';

/** Returns the code under which the page's API answers a refusal of the licensing rules, such as `card_frozen`. */
export function toCode(refusal: RefusalName): string {
  return refusal.toLowerCase();
}
