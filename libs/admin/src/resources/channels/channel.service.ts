import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  CardType,
  type Channel,
  channelKeyColumns,
  type ChannelKind,
  ChannelProduct,
  countAvailable,
  newChannelKey,
  Order,
  Payment,
} from '@app/database';
import { OrderService } from '@app/orders';
import { needsSigningSecret } from '@app/payments';
import { changesOf, SecretBox } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { covers } from '../../access/roles.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { CrudService, type RelatedChange, requireVersion } from '../../crud/crud.service.js';
import type { VersionedActionDto } from '../../crud/edit.dto.js';
import { toDto } from '../../crud/resource.js';
import { type Faults, invalid, problem, refusal } from '../../errors/admin-error.js';
import { asAdminError } from '../orders/order-refusal.js';
import type {
  ChannelDto,
  ChannelProductDto,
  CreateChannelDto,
  EditChannelDto,
  EditProductDto,
  NewChannelDto,
  TriedOrderDto,
  TryChannelDto,
} from './channel.dto.js';
import { CHANNEL_FIELDS, type ChannelFilter, CHANNELS } from './channel.resource.js';

/** Channels of shops, with their products and keys. */
@Injectable()
export class ChannelService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly orders: OrderService,
    private readonly secrets: SecretBox,
  ) {}

  async list(actor: Actor, query: ListQuery<ChannelFilter>): Promise<Page<ChannelDto>> {
    const { rows, from, total } = await this.crud.list(actor, CHANNELS, query);
    const products = await productsOf(
      this.dataSource.manager,
      rows.map(({ id }) => id),
    );
    const shown = rows.map((channel) => {
      const own = products.filter(({ channelId }) => channelId === channel.id);
      return showChannel(
        channel,
        own.map((each) => showProduct(actor, each, null)),
      );
    });
    return new Page(shown, from, total);
  }

  async get(actor: Actor, id: number): Promise<ChannelDto> {
    return this.show(actor, await this.crud.get(actor, CHANNELS, id));
  }

  /** @throws AdminError 422 */
  async create(actor: Actor, { products = [], ...dto }: CreateChannelDto): Promise<NewChannelDto> {
    const key = newChannelKey();
    const kind = dto.kind ?? 'native';
    const values: Partial<Channel> = {
      applicationId: dto.applicationId,
      name: dto.name,
      kind,
      enabled: dto.enabled ?? true,
      ...channelKeyColumns(kind, key, this.secrets),
      maxPerOrder: dto.maxPerOrder ?? 10,
      maxPerDay: dto.maxPerDay ?? null,
      addresses: dto.addresses ?? [],
      lowStock: dto.lowStock ?? null,
      refundMode: dto.refundMode ?? 'unused',
      mailCards: dto.mailCards ?? false,
      mailText: dto.mailText ?? null,
      ...this.sealed(dto.kind ?? 'native', dto.signingSecret),
      lastUsedAt: null,
    };
    const created = await this.crud.create(actor, CHANNELS, values, undefined, (channel, manager) =>
      replaceProducts(manager, channel, products),
    );
    return { ...(await this.show(actor, created)), key };
  }

  /** @throws AdminError 404, 409, 422 */
  async update(actor: Actor, id: number, edit: EditChannelDto): Promise<ChannelDto> {
    const { rowVersion, products, signingSecret, ...wanted } = edit;
    await this.crud.act(actor, CHANNELS, id, async (channel, manager) => {
      requireVersion(channel, rowVersion);
      const related = products && (await replaceProducts(manager, channel, products));
      const secret = this.sealed(channel.kind, signingSecret);
      const changes = { ...changesOf(channel, wanted), ...secret };
      if (!related && Object.keys(changes).length === 0) return;
      await this.crud.change(manager, actor, CHANNELS, channel, changes, 'update', () => related);
    });
    return this.get(actor, id);
  }

  /**
   * Deletes a channel that has no orders, together with its payments.
   * @throws AdminError 404; 409 if the channel has orders (kept so that a repeated order number issues no cards again),
   * or payments whose buyers have not got their cards yet
   */
  async delete(actor: Actor, id: number): Promise<ChannelDto> {
    const shown = await this.get(actor, id);
    await this.crud.delete(actor, CHANNELS, id, async (channel, manager) => {
      if (await manager.existsBy(Order, { channelId: channel.id })) throw refusal('channel_with_orders');
      const open = { channelId: channel.id, status: In(['pending', 'failed'] as const) };
      const count = await manager.countBy(Payment, open);
      if (count > 0) throw refusal('channel_with_payments', { count });
    });
    return shown;
  }

  /**
   * Replaces the key; the old key is refused at once. The channel's id does not change.
   * @throws AdminError 409
   */
  async rotateKey(actor: Actor, id: number, { rowVersion }: VersionedActionDto): Promise<NewChannelDto> {
    const key = newChannelKey();
    await this.crud.act(actor, CHANNELS, id, async (channel, manager) => {
      requireVersion(channel, rowVersion);
      const columns = channelKeyColumns(channel.kind, key, this.secrets, channel.keyHint);
      const changes = changesOf(channel, columns);
      await this.crud.change(manager, actor, CHANNELS, channel, changes, 'rotate_key');
    });
    return { ...(await this.get(actor, id)), key };
  }

  /**
   * Issues an order of the channel and rolls it back.
   * @throws AdminError 404, 409, 422
   */
  async try(actor: Actor, id: number, { product, quantity = 1 }: TryChannelDto): Promise<TriedOrderDto> {
    const channel = await this.crud.get(actor, CHANNELS, id);
    const orderNo = `try-${actor.requestId}`.replaceAll(/[^\w.:-]/g, '').slice(0, 64);
    const nothing = { contact: null, amount: null, note: null };
    const wanted = { orderNo, cardType: product, quantity, ...nothing };
    try {
      const { order, cards } = await this.orders.issue(channel, wanted, actor.now, { dryRun: true });
      return {
        product: order.product,
        quantity,
        amount: order.amount,
        currency: order.currency,
        cards: [...cards],
      };
    } catch (error) {
      throw asAdminError(error, 'product');
    }
  }

  /** @throws AdminError 422 if a secret is given, but channels of this kind have none */
  private sealed(kind: ChannelKind, secret: string | undefined): Partial<Channel> {
    if (secret === undefined) return {};
    if (!needsSigningSecret(kind)) throw invalid({ signingSecret: problem('only_for_signed') });
    return { secretSealed: this.secrets.seal(secret) };
  }

  private async show(actor: Actor, channel: Channel): Promise<ChannelDto> {
    const { manager } = this.dataSource;
    const shown: ChannelProductDto[] = [];
    for (const product of await productsOf(manager, [channel.id])) {
      const { cardTypeId, batch } = product;
      const available = batch === null ? null : await countAvailable(manager, { cardTypeId, batch });
      shown.push(showProduct(actor, product, available));
    }
    return showChannel(channel, shown);
  }
}

function showChannel(channel: Channel, products: ChannelProductDto[]): ChannelDto {
  const hasSigningSecret = needsSigningSecret(channel.kind) && channel.secretSealed !== null;
  return { ...toDto(channel, CHANNEL_FIELDS), products, hasSigningSecret };
}

function productsOf(manager: EntityManager, channelIds: readonly number[]): Promise<ChannelProduct[]> {
  return manager.find(ChannelProduct, { where: { channelId: In(channelIds) }, order: { id: 'ASC' } });
}

function showProduct(actor: Actor, product: ChannelProduct, available: number | null): ChannelProductDto {
  const { cardTypeId, name, mode, batch, lowSince, price, currency } = product;
  const seesPrices = maySeePrices(actor);
  return {
    cardTypeId,
    name,
    mode,
    batch,
    lowSince,
    price: seesPrices ? price : null,
    currency: seesPrices ? currency : null,
    available,
  };
}

/** True if the caller may see prices and amounts. */
export function maySeePrices({ principal }: Actor): boolean {
  return covers(principal.role, 'manager');
}

/**
 * Replaces the products of a channel. A product whose card type and batch do not change keeps its `lowSince`.
 * @returns the change for the audit log; `undefined` if nothing changes
 */
async function replaceProducts(
  manager: EntityManager,
  channel: Channel,
  wanted: readonly EditProductDto[],
): Promise<RelatedChange | undefined> {
  await refuseFaults(manager, channel, wanted);
  const before = await productsOf(manager, [channel.id]);
  const after = wanted.map(valuesOf);
  const kept = before.map(valuesOf);
  if (JSON.stringify(kept) === JSON.stringify(after)) return undefined;
  // All products are deleted first, since two products may swap their names.
  await manager.delete(ChannelProduct, { channelId: channel.id });
  for (const product of after) {
    const same = before.find(
      ({ cardTypeId, batch }) => cardTypeId === product.cardTypeId && batch === product.batch,
    );
    const lowSince = same?.lowSince ?? null;
    await manager.insert(ChannelProduct, { ...product, channelId: channel.id, lowSince });
  }
  return { before: { products: kept }, after: { products: after } };
}

function valuesOf({ cardTypeId, name, price, currency, mode, batch = null }: EditProductDto) {
  return { cardTypeId, name, price, currency, mode, batch };
}

async function refuseFaults(
  manager: EntityManager,
  { applicationId }: Channel,
  products: readonly EditProductDto[],
): Promise<void> {
  const faults: Faults = {};
  const ids = products.map(({ cardTypeId }) => cardTypeId);
  const types = await manager.findBy(CardType, { id: In(ids), applicationId });
  for (const [index, { cardTypeId, name, mode, batch }] of products.entries()) {
    const earlier = products.slice(0, index);
    const fault = (field: string, of: Faults[string]) => void (faults[`products.${index}.${field}`] = of);
    if (!types.some(({ id }) => id === cardTypeId)) fault('cardTypeId', problem('unknown_card_type'));
    else if (earlier.some((each) => each.cardTypeId === cardTypeId)) fault('cardTypeId', problem('taken'));
    if (earlier.some((each) => each.name === name)) fault('name', problem('taken'));
    if (mode === 'stock' && batch == null) fault('batch', problem('required'));
    if (mode === 'make' && batch != null) fault('batch', problem('only_for_stock'));
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
