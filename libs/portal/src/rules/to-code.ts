import type { RefusalName } from '@app/licensing';

/** Returns the code by which the page's API reports a refusal by the licensing rules, such as `card_frozen`. */
export function toCode(refusal: RefusalName): string {
  return refusal.toLowerCase();
}
