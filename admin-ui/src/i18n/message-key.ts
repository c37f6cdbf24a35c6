import type { accountEn } from './areas/account.en';
import type { cardsEn } from './areas/cards.en';
import type { commonEn } from './areas/common.en';
import type { contentEn } from './areas/content.en';
import type { overviewEn } from './areas/overview.en';
import type { notifiersEn } from './areas/notifiers.en';
import type { webhooksEn } from './areas/webhooks.en';
import type { searchEn } from './areas/search.en';
import type { requestsEn } from './areas/requests.en';
import type { salesEn } from './areas/sales.en';

type Messages = typeof accountEn &
  typeof cardsEn &
  typeof commonEn &
  typeof contentEn &
  typeof overviewEn &
  typeof webhooksEn &
  typeof notifiersEn &
  typeof searchEn &
  typeof requestsEn &
  typeof salesEn;

type KeysOf<Node> = Node extends string
  ? ''
  : { [Name in keyof Node & string]: Join<Name, KeysOf<Node[Name]>> }[keyof Node & string];
type Join<Name extends string, Rest extends string> = Rest extends '' ? Name : `${Name}.${Rest}`;

/** A key of the English translations; the Chinese ones have the same. */
export type MessageKey = KeysOf<Messages>;

/**
 * Returns a key unchanged. A key composed of a value of the API does not compile when one of its values has no
 * translation: `messageKey(`panel.role.${role}`)`.
 */
export function messageKey(key: MessageKey): MessageKey {
  return key;
}
