import { In } from 'typeorm';
import {
  type Application,
  type CardType,
  Channel,
  channelKeyColumns,
  channelKeyFault,
  ChannelProduct,
  isSigningKind,
} from '@app/database';
import { needsSigningSecret } from '@app/payments';
import { hasLength, isPrintable } from '@app/platform';
import type { ApplyContext } from './apply-context.js';
import { applyRows, findLocked } from './apply-rows.js';
import type { ChannelEntry, ChannelProductEntry } from './channel.dto.js';

/** Creates or updates the channels in a file with their products, and returns them. */
export async function applyChannels(
  context: ApplyContext,
  { id: applicationId }: Application,
  types: readonly CardType[],
  dtos: ChannelEntry[],
  path: string,
): Promise<ChannelEntry[]> {
  const where = (part: { name: string }[]) => ({ applicationId, name: In(part.map(({ name }) => name)) });
  const existing = await findLocked(context, Channel, dtos, where, ({ name }) => name);
  const keys = dtos.map((dto, i) => keyOf(context, dto, existing.get(dto.name), `${path}[${i}]`));
  const secrets = dtos.map((dto, i) => secretOf(context, dto, existing.get(dto.name), `${path}[${i}]`));
  const faults = dtos.flatMap(({ products = [] }, i) =>
    productFaults(types, products, `${path}[${i}].products`),
  );
  context.faults.push(...faults);
  // After a fault, a key or a card type may be missing, so nothing can be inserted.
  if (context.faults.length > 0) return [];
  const desired = dtos.map((dto, index) => ({
    before: existing.get(dto.name),
    columns: {
      kind: dto.kind,
      enabled: dto.enabled,
      ...keyColumns(context, dto, existing.get(dto.name), keys[index]),
      maxPerOrder: dto.max_per_order,
      maxPerDay: dto.max_per_day,
      addresses: dto.addresses,
      lowStock: dto.low_stock,
      refundMode: dto.refund_mode,
      mailCards: dto.mail_cards,
      mailText: dto.mail_text,
      ...(secrets[index] !== undefined && { secretSealed: secrets[index] }),
    } as Partial<Channel>,
    defaults: {
      applicationId,
      name: dto.name,
      kind: 'native',
      enabled: true,
      maxPerOrder: 10,
      maxPerDay: null,
      addresses: [],
      lowStock: null,
      refundMode: 'unused',
      mailCards: false,
      mailText: null,
      secretSealed: null,
      lastUsedAt: null,
    } as Partial<Channel>,
  }));
  const channels = await applyRows(context, Channel, desired);
  const described: ChannelEntry[] = [];
  for (const [index, channel] of channels.entries()) {
    const { products, key_env, signing_secret_env } = dtos[index]!;
    if (products) await replaceProducts(context, channel, types, products);
    const variables = {
      ...(key_env !== undefined && { key_env }),
      ...(signing_secret_env !== undefined && { signing_secret_env }),
    };
    described.push(await describe(context, channel, types, variables));
  }
  return described;
}

/** Returns the channel key that the file sets; undefined keeps the current key. */
function keyOf(
  { faults, readSecret }: ApplyContext,
  { key_env, kind }: ChannelEntry,
  before: Channel | undefined,
  path: string,
): string | undefined {
  if (before && kind !== undefined && kind !== before.kind)
    faults.push(`${path}.kind of an existing channel cannot change: it is ${before.kind}`);
  if (key_env === undefined) {
    if (!before) faults.push(`${path}.key_env is required for a new channel`);
    return undefined;
  }
  const key = readSecret(key_env, 'channel_key');
  const fault = key === undefined ? 'is not set' : channelKeyFault(before?.kind ?? kind ?? 'native', key);
  if (fault === undefined) return key;
  faults.push(`${path}.key_env: the environment variable ${key_env} ${fault}`);
  return undefined;
}

/**
 * Returns the columns of the file's key, unless it is the current key. In a protocol that signs with the key, the shop
 * also sends an id of the channel, which a new key does not change.
 */
function keyColumns(
  { secrets }: ApplyContext,
  { kind: wanted }: ChannelEntry,
  before: Channel | undefined,
  key: string | undefined,
): Partial<Channel> {
  if (key === undefined) return {};
  const kind = before?.kind ?? wanted ?? 'native';
  const sealed = before?.secretSealed;
  if (isSigningKind(kind) && sealed && secrets.open(sealed, `The key of channel ${before.name}`) === key)
    return {};
  return channelKeyColumns(kind, key, secrets, before?.keyHint);
}

/** Returns the sealed signing secret that the file sets; undefined keeps the current one. */
function secretOf(
  { faults, readSecret, secrets }: ApplyContext,
  { kind, signing_secret_env: name }: ChannelEntry,
  before: Channel | undefined,
  path: string,
): string | undefined {
  if (name === undefined) return undefined;
  if (!needsSigningSecret(kind ?? before?.kind ?? 'native')) {
    faults.push(`${path}.signing_secret_env is allowed only for payment services that sign`);
    return undefined;
  }
  const secret = readSecret(name, 'channel_secret');
  if (secret === undefined || !hasLength(secret, 6, 200) || !isPrintable(secret)) {
    const what = secret === undefined ? 'is not set' : 'must be 6 to 200 printable characters';
    faults.push(`${path}.signing_secret_env: the environment variable ${name} ${what}`);
    return undefined;
  }
  const sealed = before?.secretSealed ?? null;
  const isSame = sealed !== null && secrets.open(sealed) === secret;
  return isSame ? undefined : secrets.seal(secret);
}

function productFaults(
  types: readonly CardType[],
  products: readonly ChannelProductEntry[],
  path: string,
): string[] {
  return products.flatMap(({ card_type, name, mode, batch }, index) => {
    const earlier = products.slice(0, index);
    const at = `${path}[${index}]`;
    return [
      ...(types.some((type) => type.name === card_type)
        ? []
        : [`${at}.card_type ${card_type} does not exist`]),
      ...(earlier.some((each) => each.card_type === card_type)
        ? [`${at} repeats the card type ${card_type}`]
        : []),
      ...(earlier.some((each) => each.name === name) ? [`${at} repeats the product ${name}`] : []),
      ...(mode === 'stock' && batch == null ? [`${at}.batch is required for the mode stock`] : []),
      ...(mode === 'make' && batch != null ? [`${at}.batch is allowed only for the mode stock`] : []),
    ];
  });
}

async function replaceProducts(
  { manager }: ApplyContext,
  { id: channelId }: Channel,
  types: readonly CardType[],
  products: readonly ChannelProductEntry[],
): Promise<void> {
  const before = await manager.findBy(ChannelProduct, { channelId });
  await manager.delete(ChannelProduct, { channelId });
  for (const { card_type, name, price, currency, mode, batch = null } of products) {
    const cardTypeId = types.find((type) => type.name === card_type)!.id;
    const same = before.find((each) => each.cardTypeId === cardTypeId && each.batch === batch);
    const lowSince = same?.lowSince ?? null;
    await manager.insert(ChannelProduct, {
      channelId,
      cardTypeId,
      name,
      price,
      currency,
      mode,
      batch,
      lowSince,
    });
  }
}

async function describe(
  { manager }: ApplyContext,
  channel: Channel,
  types: readonly CardType[],
  variables: Pick<ChannelEntry, 'key_env' | 'signing_secret_env'>,
): Promise<ChannelEntry> {
  const products = await manager.find(ChannelProduct, {
    where: { channelId: channel.id },
    order: { id: 'ASC' },
  });
  return {
    name: channel.name,
    ...variables,
    kind: channel.kind,
    enabled: channel.enabled,
    max_per_order: channel.maxPerOrder,
    max_per_day: channel.maxPerDay,
    addresses: channel.addresses,
    low_stock: channel.lowStock,
    refund_mode: channel.refundMode,
    mail_cards: channel.mailCards,
    mail_text: channel.mailText,
    products: products.map(({ cardTypeId, name, price, currency, mode, batch }) => ({
      card_type: types.find(({ id }) => id === cardTypeId)!.name,
      name,
      price,
      currency,
      mode,
      batch,
    })),
  };
}
