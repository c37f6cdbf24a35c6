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

/** A key of the English translations. The Chinese translations have the same keys. */
export type MessageKey = KeysOf<Messages>;

/**
 * Returns a key unchanged. If a key contains a value of the API, such as `messageKey(`panel.role.${role}`)`, the code
 * does not compile unless each possible value has a translation.
 */
export function messageKey(key: MessageKey): MessageKey {
  return key;
}
