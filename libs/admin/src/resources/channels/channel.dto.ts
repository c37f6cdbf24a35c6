import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import {
  Channel,
  CHANNEL_KINDS,
  ChannelProduct,
  type ChannelKind,
  PRODUCT_MODES,
  type ProductMode,
  REFUND_MODES,
  type RefundMode,
} from '@app/database';
import { MAX_AMOUNT } from '@app/orders';
import {
  Currency,
  isAddressOrRange,
  Name,
  OneOf,
  Optional,
  TextLength,
  TrueOrFalse,
  WholeNumber,
} from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { faultOptions } from '../../errors/field-faults.js';
import { CHANNEL_FIELDS } from './channel.resource.js';

const MAX_PRODUCTS = 50;
const MAX_ADDRESSES = 50;
const MAX_COUNT = 1_000_000;

function AddressList(): PropertyDecorator {
  const validate = (value: unknown) =>
    Array.isArray(value) &&
    value.length <= MAX_ADDRESSES &&
    value.every((each) => typeof each === 'string' && isAddressOrRange(each));
  return ValidateBy(
    { name: 'addressList', validator: { validate } },
    faultOptions('address_list', { max: MAX_ADDRESSES }),
  );
}

/** A product of a channel. */
export class ChannelProductDto extends PickType(ChannelProduct, [
  'cardTypeId',
  'name',
  'mode',
  'batch',
  'lowSince',
]) {
  /** Price of one card in minor units of the currency; `null` if the caller's role is lower than manager. */
  price!: number | null;

  /** ISO 4217 code; `null` if the caller's role is lower than manager. */
  currency!: string | null;

  /** Number of cards in stock, at most 10000; `null` for products with the mode `make`, and in lists of channels. */
  available!: number | null;
}

export class ChannelDto extends PickType(Channel, CHANNEL_FIELDS) {
  products!: ChannelProductDto[];

  /** True if the payment service's signing secret is stored. */
  hasSigningSecret!: boolean;
}

/** A channel with its new key. */
export class NewChannelDto extends ChannelDto {
  /**
   * The key of the channel, which is not shown again. With the kind `native`, the shop sends it as
   * `Authorization: Bearer …`. With `acg` and `dujiao`, it is entered in the shop together with the id in `keyHint`.
   * With payment services, it is the last part of the webhook address `/api/payments/v1/…`.
   */
  key!: string;
}

export class EditProductDto {
  /** A card type of the application; a channel has at most one product of each card type. */
  @RecordId()
  cardTypeId!: number;

  /**
   * Public name that shops send as `card_type`. In a payment service's channel: the id that the service gives the
   * product. In both cases 1–100 characters, unique within the channel.
   */
  @Name(1, 100)
  name!: string;

  /** Price of one card in minor units of the currency, such as cents. */
  @WholeNumber(0, MAX_AMOUNT)
  price!: number;

  /** ISO 4217 code, such as `CNY`. */
  @Currency()
  currency!: string;

  /** `make`: an order creates new cards. `stock`: an order gets the oldest available cards of `batch`. */
  @OneOf(PRODUCT_MODES)
  mode!: ProductMode;

  /** Batch for the mode `stock`, 1–100 characters. Required in this mode, and not allowed otherwise. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;
}

export class CreateChannelDto {
  @RecordId()
  applicationId!: number;

  /** 1–100 characters, unique within the application. */
  @Name(1, 100)
  name!: string;

  /**
   * The protocol of the shop, or the payment service; default `native`. `acg`: acg-faka's supplier protocol.
   * `dujiao`: dujiao-next's upstream protocol.
   */
  @Optional()
  @OneOf(CHANNEL_KINDS)
  kind?: ChannelKind;

  /**
   * True by default. A disabled channel refuses orders, and records payments without issuing cards. It still processes
   * refunds of payment services.
   */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** Maximum number of cards per order, 1–100; default 10. */
  @Optional()
  @WholeNumber(1, 100)
  maxPerOrder?: number;

  /**
   * Maximum number of cards per calendar day of the application's time zone, 1–1000000; by default unlimited (null).
   */
  @IsOptional()
  @WholeNumber(1, MAX_COUNT)
  maxPerDay?: number | null;

  /** At most 50 addresses and CIDR ranges from which the shop may call. An empty list (default) allows any address. */
  @Optional()
  @AddressList()
  addresses?: string[];

  /** Stock is low if fewer cards than this number (1–10000) are available. With `null` (default), it is never low. */
  @IsOptional()
  @WholeNumber(1, 10_000)
  lowStock?: number | null;

  /**
   * Secret with which the payment service signs its events, 6–200 printable characters. Only for `stripe`,
   * `lemonsqueezy`, `polar` and `woocommerce`, whose events are refused without it. The secret is never shown.
   */
  @Optional()
  @Name(6, 200)
  signingSecret?: string;

  /** Which cards are frozen when the payment service reports a refund; default `unused`. */
  @Optional()
  @OneOf(REFUND_MODES)
  refundMode?: RefundMode;

  /** If true, buyers get their cards by email when the contact of the order is an email address. Default: false. */
  @Optional()
  @TrueOrFalse()
  mailCards?: boolean;

  /** Text below the cards in the email, 1–2000 characters. `null` (default) means no text. */
  @IsOptional()
  @TextLength(1, 2000)
  mailText?: string | null;

  /** At most 50. */
  @Optional()
  @IsArray(faultOptions('not_a_list'))
  @ArrayMaxSize(MAX_PRODUCTS, faultOptions('too_many_products', { max: MAX_PRODUCTS }))
  @ValidateNested({ each: true })
  @Type(() => EditProductDto)
  products?: EditProductDto[];
}

export class EditChannelDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateChannelDto, ['applicationId', 'kind']), { skipNullProperties: false }),
) {}

export class TryChannelDto {
  /** Name of a product of the channel. */
  @Name(1, 100)
  product!: string;

  /** Number of cards, 1–100; default 1. */
  @Optional()
  @WholeNumber(1, 100)
  quantity?: number;
}

/** The response that a shop would get. The order was rolled back: no cards were issued or created. */
export class TriedOrderDto {
  product!: string;
  quantity!: number;
  /** Amount in minor units of the currency. */
  amount!: number | null;
  currency!: string | null;
  cards!: string[];
}
