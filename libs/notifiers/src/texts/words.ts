import type { EventData, EventType } from '@app/events';

/** Names of the values in a message. */
export type Label =
  | 'activations'
  | 'amount'
  | 'application'
  | 'batch'
  | 'card'
  | 'cards'
  | 'cardType'
  | 'channel'
  | 'codes'
  | 'device'
  | 'expires'
  | 'expiringSoon'
  | 'frozen'
  | 'income'
  | 'lowStock'
  | 'orderNumber'
  | 'orders'
  | 'payment'
  | 'product'
  | 'quantity'
  | 'reason'
  | 'refilled'
  | 'refunded'
  | 'refunds'
  | 'refusals'
  | 'refusalsThisHour'
  | 'stock'
  | 'time'
  | 'trials'
  | 'usedBefore'
  | 'usedCard'
  | 'user'
  | 'usual';

/** All words of a language. */
export interface Words {
  readonly labels: Readonly<Record<Label, string>>;
  /** Text between a label and its value. */
  readonly colon: string;
  readonly never: string;
  more(count: number): string;
  /** Short names, for summaries. */
  readonly events: Readonly<Record<EventType, string>>;
  /** Texts for the reasons why no cards were issued for a payment. A reason without a text is shown by its name. */
  readonly paymentFaults: Readonly<Partial<Record<string, string>>>;
  readonly titles: { readonly [T in EventType]: (data: EventData[T]) => string };
  summary(count: number): string;
  digest(day: string): string;
  dayBefore(count: string): string;
  converted(count: string): string;
  cardsOf(orders: string, cards: string): string;
  readonly test: { readonly title: string; readonly text: string };
}
