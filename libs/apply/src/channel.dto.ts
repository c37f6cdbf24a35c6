import { ArrayMaxSize, IsArray, IsOptional } from 'class-validator';
import {
  CHANNEL_KINDS,
  type ChannelKind,
  PRODUCT_MODES,
  type ProductMode,
  REFUND_MODES,
  type RefundMode,
} from '@app/database';
import {
  Currency,
  isAddressOrRange,
  Name,
  OneOf,
  Optional,
  OptionalList,
  TextLength,
  TextRule,
  TrueOrFalse,
  WholeNumber,
} from '@app/platform';
import { SecretVariable } from './secret-variable.js';

const MAX_PRODUCTS = 50;
const MAX_ADDRESSES = 50;

export class ChannelProductEntry {
  /** Name of a card type in this file or in the database. */
  @Name(1, 100)
  card_type!: string;

  /** Public name, unique within the channel. */
  @Name(1, 100)
  name!: string;

  /** Price of one card in minor units of the currency. */
  @WholeNumber(0, 1_000_000_000_000)
  price!: number;

  /** ISO 4217 code. */
  @Currency()
  currency!: string;

  @OneOf(PRODUCT_MODES)
  mode!: ProductMode;

  /** Required for the mode `stock`, and not allowed for other modes. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;
}

export class ChannelEntry {
  /** Identifies the channel within its application. */
  @Name(1, 100)
  name!: string;

  /**
   * Name of the environment variable with the key of the channel, `CHANNEL_KEY_…`; required for a new channel. The key
   * itself is never in a file.
   */
  @Optional()
  @SecretVariable('channel_key')
  key_env?: string;

  /**
   * Name of the environment variable with the secret of the payment service, `CHANNEL_SECRET_…`. The secret itself is
   * never in a file.
   */
  @Optional()
  @SecretVariable('channel_secret')
  signing_secret_env?: string;

  /** The protocol of the shop, or the payment service. It cannot be changed later. */
  @Optional()
  @OneOf(CHANNEL_KINDS)
  kind?: ChannelKind;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** 1–100. */
  @Optional()
  @WholeNumber(1, 100)
  max_per_order?: number;

  /** null = unlimited. */
  @IsOptional()
  @WholeNumber(1, 1_000_000)
  max_per_day?: number | null;

  /** At most 50 addresses and CIDR ranges from which the channel may be used. An empty list allows any address. */
  @Optional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(MAX_ADDRESSES, { message: `must have at most ${MAX_ADDRESSES} entries` })
  @TextRule(
    'address',
    { each: true, message: 'must have only IPv4 or IPv6 addresses or CIDR ranges' },
    isAddressOrRange,
  )
  addresses?: string[];

  /** Number of available cards below which the stock is low; `null` = the stock is never low. */
  @IsOptional()
  @WholeNumber(1, 10_000)
  low_stock?: number | null;

  @Optional()
  @OneOf(REFUND_MODES)
  refund_mode?: RefundMode;

  @Optional()
  @TrueOrFalse()
  mail_cards?: boolean;

  /** null = none. */
  @IsOptional()
  @TextLength(1, 2000)
  mail_text?: string | null;

  /** All products of the channel, at most 50. */
  @OptionalList(() => ChannelProductEntry)
  @ArrayMaxSize(MAX_PRODUCTS, { message: `must have at most ${MAX_PRODUCTS} entries` })
  products?: ChannelProductEntry[];
}
