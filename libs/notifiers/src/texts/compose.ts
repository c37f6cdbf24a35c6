import type { Notifier, NotifierLanguage } from '@app/database';
import { type EventData, type EventType, type HolderRef, maskCards } from '@app/events';
import type { DailySummary } from '@app/figures';
import { clipUnits } from '../clip.js';
import type { Message } from '../services/service.js';
import { en } from './en.js';
import { formatMoney, formatNumber, formatTime } from './format.js';
import type { Label, Words } from './words.js';
import { zhCn } from './zh-cn.js';

const WORDS: Record<NotifierLanguage, Words> = { en, 'zh-CN': zhCn };
/** Maximum number of cards or users listed in one message; the others are only counted. */
const MAX_NAMED = 10;
/** Maximum length of a value: a device id or a name from another system may be long. */
const MAX_VALUE_UNITS = 200;

/** Form in which a notifier wants its messages. */
export type Style = Pick<Notifier, 'language' | 'timeZone' | 'revealCards'>;

/** An event with the names of the records it belongs to. */
export interface ToldEvent {
  readonly type: EventType;
  readonly data: EventData[EventType];
  /** Epoch milliseconds. */
  readonly at: number;
  readonly application: string | null;
  readonly channel: string | null;
}

type Line = readonly [Label, string | number | null | undefined] | string;

/** Returns the message about an event. */
export function composeEvent(event: ToldEvent, style: Style): Message {
  const words = WORDS[style.language];
  const data = (style.revealCards ? event.data : maskCards(event.data)) as EventData[EventType];
  const title = words.titles[event.type] as (data: EventData[EventType]) => string;
  const lines: Line[] = [
    ['application', event.application],
    ['channel', event.channel],
    ...LINES[event.type](data as never, words, style),
    timeOf(event.at, style),
  ];
  return { title: title(data), text: textOf(lines, words) };
}

/**
 * Returns one message for many events.
 * @param now epoch milliseconds
 */
export function composeSummary(counts: ReadonlyMap<string, number>, style: Style, now: number): Message {
  const { language } = style;
  const words = WORDS[language];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...counts].map(
    ([type, count]) =>
      `${words.events[type as EventType] ?? type}${words.colon}${formatNumber(count, language)}`,
  );
  return { title: words.summary(total), text: textOf([...lines, timeOf(now, style)], words) };
}

/**
 * Returns the digest of a day.
 * @param now epoch milliseconds
 */
export function composeDigest(figures: DailySummary, style: Style, now: number): Message {
  const { language } = style;
  const words = WORDS[language];
  const number = (value: number) => formatNumber(value, language);
  const grown =
    figures.refusals > figures.refusalsDayBefore
      ? `${number(figures.refusals)} (${words.dayBefore(number(figures.refusalsDayBefore))})`
      : number(figures.refusals);
  const lines: Line[] = [
    ['activations', number(figures.activations)],
    ['orders', words.cardsOf(number(figures.orders), number(figures.cardsIssued))],
    ...figures.money.flatMap(({ currency, income, refunded }): Line[] => [
      ['income', formatMoney(income, currency, language)],
      ['refunded', refunded === 0 ? null : formatMoney(refunded, currency, language)],
    ]),
    ['refunds', figures.refunds === 0 ? null : number(figures.refunds)],
    [
      'trials',
      figures.trials + figures.trialConversions === 0
        ? null
        : `${number(figures.trials)} (${words.converted(number(figures.trialConversions))})`,
    ],
    ['expiringSoon', number(figures.expiringSoon)],
    ['refusals', grown],
    ...namesOf(
      figures.lowStock.map(({ channelName, product }) => `${channelName} · ${product}`),
      'lowStock',
      words,
    ),
    timeOf(now, style),
  ];
  return { title: words.digest(figures.day), text: textOf(lines, words) };
}

/** @param now epoch milliseconds */
export function composeTest(style: Style, now: number): Message {
  const words = WORDS[style.language];
  const { title, text } = words.test;
  return { title, text: textOf([text, timeOf(now, style)], words) };
}

type LinesOf = {
  readonly [T in EventType]: (data: EventData[T], words: Words, style: Style) => Line[];
};

/** Lines of a message by event type, in addition to application, channel and time. */
const LINES: LinesOf = {
  'card.issued': ({ card_type: type, batch, cards }, words) => [
    ['cardType', type],
    ['batch', batch],
    ...namesOf(cards, 'cards', words),
  ],
  'card.activated': (data, words, style) => [
    ...holderLines(data),
    ['device', data.device_id],
    expiry(data, words, style),
  ],
  'card.recharged': (data, words, style) => [
    ...holderLines(data),
    ['usedCard', data.used_card],
    expiry(data, words, style),
  ],
  'card.expiring': ({ holders }, words) => holderNames(holders, words),
  'card.expired': ({ holders }, words) => holderNames(holders, words),
  'card.frozen': ({ holders }, words) => holderNames(holders, words),
  'card.unfrozen': ({ holders }, words) => holderNames(holders, words),
  'card.unbound': ({ holders, device_id: device }, words) => [
    ...holderNames(holders, words),
    ['device', device],
  ],
  'card.used_up': (data, _, style) => [
    ...holderLines(data),
    ['refilled', data.resets_ts === 0 ? null : formatTime(data.resets_ts * 1000, style)],
  ],
  'user.registered': (data, words, style) => [
    ...holderLines(data),
    ['usedCard', data.used_card],
    ['device', data.device_id],
    expiry(data, words, style),
  ],
  'trial.converted': (data) => [...holderLines(data), ['device', data.device_id]],
  'order.issued': (data, words, style) => [
    ...orderLines(data, style),
    ...namesOf(data.cards, 'cards', words),
  ],
  'order.refunded': (data, words, style) => [
    ...orderLines(data, style),
    ['frozen', data.frozen],
    ['usedBefore', data.used],
    ...namesOf(data.cards, 'cards', words),
  ],
  'order.mail_failed': ({ order_no: number, reason }) => [
    ['orderNumber', number],
    ['reason', reason],
  ],
  'payment.failed': (data, words, { language }) => [
    ['payment', data.payment_no],
    ['product', data.products[0]],
    ['quantity', data.quantity],
    ['amount', amountOf(data, language)],
    ['reason', words.paymentFaults[data.reason] ?? data.reason],
  ],
  'stock.low': ({ card_type: type, left }) => [
    ['cardType', type],
    ['stock', left],
  ],
  'refusals.burst': ({ refusals, usual, codes }) => [
    ['refusalsThisHour', refusals],
    ['usual', usual],
    ['codes', codes.length === 0 ? null : codes.map(({ code, count }) => `${code} × ${count}`).join(', ')],
  ],
  'backup.failed': ({ reason }) => [['reason', reason]],
  'webhook.test': ({ message }) => [message],
};

function holderLines({ card, username, card_type: type }: HolderRef): Line[] {
  return [
    ['card', card],
    ['user', username],
    ['cardType', type],
  ];
}

/** Every message has this line, so its label can serve as the keyword of a robot that requires one. */
function timeOf(at: number, style: Style): Line {
  return ['time', formatTime(at, style)];
}

function expiry({ expires_ts: at }: { readonly expires_ts: number }, words: Words, style: Style): Line {
  return ['expires', at === 0 ? words.never : formatTime(at * 1000, style)];
}

function orderLines(
  { order_no: number, card_type: type, amount, currency }: EventData['order.issued'],
  { language }: Style,
): Line[] {
  return [
    ['orderNumber', number],
    ['cardType', type],
    ['amount', amountOf({ amount, currency }, language)],
  ];
}

function amountOf(
  { amount, currency }: Pick<EventData['order.issued'], 'amount' | 'currency'>,
  language: NotifierLanguage,
): string | null {
  return amount === null || currency === null ? null : formatMoney(amount, currency, language);
}

function holderNames(holders: readonly HolderRef[], words: Words): Line[] {
  const cards = holders.flatMap(({ card }) => card ?? []);
  const users = holders.flatMap(({ username }) => username ?? []);
  return [...namesOf(cards, 'card', words), ...namesOf(users, 'user', words)];
}

/** Returns the names at the beginning of a list, with the number of the others. */
function namesOf(names: readonly string[], label: Label, words: Words): Line[] {
  if (names.length === 0) return [];
  if (names.length === 1) return [[label, names[0]]];
  const shown = names.slice(0, MAX_NAMED).map((name) => clipUnits(oneLine(name), MAX_VALUE_UNITS));
  if (names.length > MAX_NAMED) shown.push(words.more(names.length - MAX_NAMED));
  return [`${words.labels[label]}${words.colon}\n${shown.join('\n')}`];
}

function textOf(lines: readonly Line[], { labels, colon }: Words): string {
  return lines
    .flatMap((line) => {
      if (typeof line === 'string') return line;
      const [label, value] = line;
      if (value === null || value === undefined || value === '') return [];
      return `${labels[label]}${colon}${clipUnits(oneLine(String(value)), MAX_VALUE_UNITS)}`;
    })
    .join('\n');
}

/** Puts a text on one line, so that texts from customers, such as device ids, cannot imitate lines of the message. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
