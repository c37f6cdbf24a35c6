import { DEFAULT_CHANNEL, takesAnyConfig, versionKey } from '@app/database';
import { isJson, RULE_WORDS } from '@app/platform';
import type { ApplicationDto, ApplyFileDto, DurationDto } from './apply-file.dto.js';

/** Maximum amount of each unit: the amount that makes a hundred years. */
const MAX_AMOUNT = {
  minutes: 52_596_000,
  hours: 876_600,
  days: 36_525,
  months: 1200,
  years: 100,
  permanent: Infinity,
};

/** Returns the faults that involve several fields: duplicates, and fields that exclude or require each other. */
export function checkTogether({ applications, webhooks, notifiers }: ApplyFileDto): string[] {
  return [
    ...repeats('applications', 'application', applications, ({ app_key, name }) => app_key ?? name),
    ...applications.flatMap((application, i) => checkApplication(application, `applications[${i}]`)),
    ...repeats('webhooks', 'webhook', webhooks, ({ name }) => name),
    ...repeats('notifiers', 'notifier', notifiers, ({ name }) => name),
  ];
}

function checkApplication(application: ApplicationDto, path: string): string[] {
  const { card_types = [], cards = [], variables, functions, versions, data = [], channels } = application;
  return [
    ...cards.flatMap(({ config }, i) => checkConfig(application, config, `${path}.cards[${i}].config`)),
    ...card_types.flatMap(({ duration }, i) => checkDuration(duration, `${path}.card_types[${i}].duration`)),
    ...data.flatMap(({ scope, card }, i) => checkOwner(scope ?? 'app', card, `${path}.data[${i}].card`)),
    ...repeats(`${path}.card_types`, 'card type', card_types, ({ name }) => name),
    ...repeats(`${path}.cards`, 'card', cards, ({ card }) => card),
    ...repeats(`${path}.variables`, 'variable', variables, ({ key }) => key),
    ...repeats(`${path}.functions`, 'function', functions, ({ name }) => name),
    ...repeats(
      `${path}.versions`,
      'version',
      versions,
      ({ channel = DEFAULT_CHANNEL, version }) => `${version} of the channel ${channel}`,
      // Different texts can denote the same version.
      ({ channel = DEFAULT_CHANNEL, version }) => versionKey({ channel, version }),
    ),
    ...repeats(`${path}.channels`, 'channel', channels, ({ name }) => name),
    ...repeats(`${path}.data`, 'data', data, ({ key, card }) =>
      // A key contains no blank, so this text cannot equal the key of another value.
      card === undefined ? key : `${key} of the card ${card}`,
    ),
  ];
}

/**
 * Returns a fault for each item whose name occurred before.
 * @param identityOf returns the value that must be unique, if it differs from the name
 */
function repeats<T>(
  path: string,
  what: string,
  items: readonly T[] = [],
  nameOf: (item: T) => string,
  identityOf = nameOf,
): string[] {
  const first = new Map<string, string>();
  return items.flatMap((item, index) => {
    const before = first.get(identityOf(item));
    if (before !== undefined) return [`${path}[${index}] repeats the ${what} ${before}`];
    first.set(identityOf(item), nameOf(item));
    return [];
  });
}

function checkConfig({ compat }: ApplicationDto, config: string | null | undefined, path: string): string[] {
  const isFine = takesAnyConfig(compat) || config === null || config === undefined || isJson(config);
  return isFine ? [] : [`${path} ${RULE_WORDS.json}`];
}

function checkDuration({ unit, amount }: DurationDto, path: string): string[] {
  if (unit === 'permanent') return [];
  if (amount === undefined || amount === null) return [`${path}.amount is required for ${unit}`];
  return amount > MAX_AMOUNT[unit]
    ? [`${path}.amount must be at most ${MAX_AMOUNT[unit]} for ${unit} (100 years)`]
    : [];
}

function checkOwner(scope: string, card: string | undefined, path: string): string[] {
  if (scope === 'card') return card === undefined ? [`${path} is required for the scope card`] : [];
  return card === undefined ? [] : [`${path} is allowed only for the scope card`];
}
