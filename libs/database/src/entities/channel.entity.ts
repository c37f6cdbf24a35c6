import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, Flag, RowVersion, Text, TextList, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { CardType } from './card-type.entity.js';

/**
 * Payment services, which report payments by webhooks. In their channels, the `name` of a product is one of the
 * product's ids at the payment service.
 */
export const PAYMENT_KINDS = ['stripe', 'lemonsqueezy', 'polar', 'woocommerce', 'gumroad'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Kinds of channels: the protocol of a shop, or a payment service. */
export const CHANNEL_KINDS = ['native', 'acg', 'dujiao', ...PAYMENT_KINDS] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** True for the channels of payment services. */
export function isPaymentKind(kind: ChannelKind): kind is PaymentKind {
  return PAYMENT_KINDS.some((each) => each === kind);
}

/**
 * Source of the cards of an order:
 * - `make`: new cards
 * - `stock`: the oldest available cards of a batch
 */
export const PRODUCT_MODES = ['make', 'stock'] as const;
export type ProductMode = (typeof PRODUCT_MODES)[number];

/**
 * Cards that a refund freezes:
 * - `unused`: only unused cards
 * - `all`: every card; open sessions end
 */
export const REFUND_MODES = ['unused', 'all'] as const;
export type RefundMode = (typeof REFUND_MODES)[number];

/** A shop that may order cards of an application, with its credential. */
@Entity('channels')
@Index('ux_channels_name', ['applicationId', 'name'], { unique: true })
@Index('ux_channels_key_hash', ['keyHash'], { unique: true })
export class Channel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_channels_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Unique within the application. */
  @Text(100)
  name!: string;

  @Text(16, { default: 'native' })
  kind!: ChannelKind;

  /**
   * A disabled channel refuses orders, records payments without issuing cards, and processes refunds of payment services.
   */
  @Flag()
  enabled!: boolean;

  /** Base64url SHA-256 of the key, or of the id if the protocol signs with the key. */
  @Text(43)
  keyHash!: string;

  /** First characters of the key, to recognise the key; for protocols that sign with the key, the channel's id. */
  @Text(12)
  keyHint!: string;

  /** The secret with which the shop or the payment service signs, sealed by the secret box; `null` if there is none. */
  @Text(512, { nullable: true })
  secretSealed!: string | null;

  /** Maximum number of cards per order, 1–100. */
  @Whole()
  maxPerOrder!: number;

  /** Maximum number of cards per calendar day of the application's time zone; `null` means unlimited. */
  @Whole({ nullable: true })
  maxPerDay!: number | null;

  /** Addresses and CIDR ranges from which the shop may call. An empty list allows any address. */
  @TextList(2600)
  addresses!: string[];

  /** A product is low in stock if fewer than this number of its cards are available; `null` means never. */
  @Whole({ nullable: true })
  lowStock!: number | null;

  /** Cards that are frozen when a payment service reports a refund. */
  @Text(8, { default: 'unused' })
  refundMode!: RefundMode;

  /** True if buyers get their cards by email when an order's contact is an email address. */
  @Flag({ default: false })
  mailCards!: boolean;

  /** Text below the cards in the email, for example how to use them; `null` means no text. */
  @Text(2000, { nullable: true })
  mailText!: string | null;

  /** Time of the last accepted request, in epoch milliseconds, to the minute; `null` if there was none. */
  @EpochMs({ nullable: true })
  lastUsedAt!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

/** A card type that a channel may sell. */
@Entity('channel_products')
@Index('ux_channel_products_card_type', ['channelId', 'cardTypeId'], { unique: true })
@Index('ux_channel_products_name', ['channelId', 'name'], { unique: true })
@Index('ix_channel_products_card_type', ['cardTypeId'])
export class ChannelProduct {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Channel, { name: 'fk_channel_products_channel', onDelete: 'CASCADE' })
  channelId!: number;

  @Whole()
  @ForeignKey(() => CardType, { name: 'fk_channel_products_card_type', onDelete: 'CASCADE' })
  cardTypeId!: number;

  /** Public name, unique within the channel. */
  @Text(100)
  name!: string;

  /** Price of one card in minor units of the currency, such as cents. */
  @BigWhole()
  price!: number;

  /** ISO 4217 code, such as `CNY`. */
  @Text(3)
  currency!: string;

  @Text(8)
  mode!: ProductMode;

  /** Batch whose cards are sold; `null` unless the mode is `stock`. */
  @Text(100, { nullable: true })
  batch!: string | null;

  /** Time since which the stock is low, in epoch milliseconds; `null` if the stock is not low. */
  @EpochMs({ nullable: true })
  lowSince!: number | null;
}
