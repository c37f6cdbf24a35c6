import { PickType } from '@nestjs/swagger';
import { Payment, PAYMENT_STATUSES, type PaymentStatus } from '@app/database';
import { OneOf, Optional } from '@app/platform';
import { ApplicationFilter, Beginning, RecordId, whereBegins, whereEqual } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

export const PAYMENT_FIELDS = [
  'id',
  'applicationId',
  'channelId',
  'externalNo',
  'products',
  'quantity',
  'amount',
  'currency',
  'contact',
  'status',
  'fault',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Payment)[];

export const PAYMENT_SORTS = ['id'];

/** A payment. `amount` and `currency` are `null` if the caller's role is lower than manager. */
export class PaymentDto extends PickType(Payment, PAYMENT_FIELDS) {}

export class PaymentFilter extends ApplicationFilter {
  /** Only payments of this channel. */
  @Optional()
  @RecordId()
  channelId?: number;

  @Optional()
  @OneOf(PAYMENT_STATUSES)
  status?: PaymentStatus;

  /** Prefix of the payment's number. */
  @Beginning(64)
  externalNo?: string;
}

export const PAYMENTS: Resource<Payment, PaymentFilter> = {
  name: 'payments',
  singular: 'payment',
  entity: Payment,
  fields: PAYMENT_FIELDS,
  nameOf: ({ externalNo }) => externalNo,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'channelId', 'status');
    whereBegins(query, 'externalNo', filter.externalNo);
  },
  indices: {
    sorted: { id: [{ index: BY_ID, by: ['id'] }] },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['channelId'], index: 'ix_payments_channel' },
      { of: ['applicationId'], index: 'ix_payments_application' },
    ],
  },
};
