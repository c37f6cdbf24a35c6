import { Order, ORDER_STATUSES, type OrderStatus } from '@app/database';
import { LATEST_TIME, OneOf, Optional, WholeNumber } from '@app/platform';
import {
  ApplicationFilter,
  Beginning,
  RecordId,
  whereBegins,
  whereBetween,
  whereEqual,
} from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

export const ORDER_FIELDS = [
  'id',
  'applicationId',
  'channelId',
  'externalNo',
  'requestKey',
  'cardTypeId',
  'product',
  'quantity',
  'amount',
  'currency',
  'contact',
  'note',
  'status',
  'createdBy',
  'refundedAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Order)[];

export const ORDER_SORTS = ['id'];

export class OrderFilter extends ApplicationFilter {
  /** Only orders of this channel. */
  @Optional()
  @RecordId()
  channelId?: number;

  /** Prefix of the shop's order number. */
  @Beginning(64)
  externalNo?: string;

  /** Prefix of the contact. */
  @Beginning(200)
  contact?: string;

  @Optional()
  @RecordId()
  cardTypeId?: number;

  /** issued or refunded. */
  @Optional()
  @OneOf(ORDER_STATUSES)
  status?: OrderStatus;

  /** Only orders placed at this time or later, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  createdFrom?: number;

  /** Only orders placed before this time, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  createdBefore?: number;
}

export const ORDERS: Resource<Order, OrderFilter> = {
  name: 'orders',
  singular: 'order',
  entity: Order,
  fields: ORDER_FIELDS,
  nameOf: ({ externalNo, requestKey }) => externalNo ?? requestKey!,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'channelId', 'cardTypeId', 'status');
    whereBegins(query, 'externalNo', filter.externalNo);
    whereBegins(query, 'contact', filter.contact);
    whereBetween(query, 'createdAt', filter.createdFrom, filter.createdBefore);
  },
  indices: {
    sorted: {
      id: [
        {
          index: 'ix_orders_list',
          by: ['id'],
          holds: ['applicationId', 'channelId', 'status', 'cardTypeId', 'createdFrom', 'createdBefore'],
        },
        { index: BY_ID, by: ['id'] },
      ],
    },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['externalNo'], index: 'ix_orders_number' },
      { of: ['contact'], index: 'ix_orders_contact' },
      { of: ['channelId'], index: 'ix_orders_channel' },
      { of: ['cardTypeId'], index: 'ix_orders_card_type' },
      { of: ['applicationId'], index: 'ix_orders_application' },
    ],
  },
};
