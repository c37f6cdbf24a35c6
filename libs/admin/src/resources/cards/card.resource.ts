import { Card } from '@app/database';
import { LATEST_TIME, Optional, TextLength, TrueOrFalse, WholeNumber } from '@app/platform';
import { HOLDER_FIELDS } from '../holders/holder-fields.js';
import type { HolderResource } from '../holders/holder-actions.js';
import { applyHolderFilter, INDEXED_FIELDS, HolderFilter } from '../holders/holder-filter.js';
import { Beginning, RecordId, whereBegins, whereEqual } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';

export const CARD_FIELDS = [
  'id',
  'applicationId',
  'cardTypeId',
  'card',
  ...HOLDER_FIELDS,
  'batch',
  'orderId',
  'issuedAt',
  'consumedByKind',
  'consumedById',
  'consumedAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Card)[];

export const CARD_SORTS = ['id', 'card', 'activatedAt', 'expiresAt'];

export class CardFilter extends HolderFilter {
  /** Prefix of the card. */
  @Beginning(64)
  card?: string;

  /** Exact batch. */
  @Optional()
  @TextLength(1, 100)
  batch?: string;

  /** Only cards of this order. */
  @Optional()
  @RecordId()
  orderId?: number;

  /**
   * If true, only issued cards; if false, only cards that were not issued. Unused cards that were not issued are
   * available.
   */
  @Optional()
  @TrueOrFalse()
  issued?: boolean;

  /** Only cards that were issued at this time, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  issuedAt?: number;
}

/** Filter fields that every index for sorting cards can check without reading the row. */
const HELD = [...INDEXED_FIELDS, 'issued', 'issuedAt'];

export const CARDS: HolderResource<Card, CardFilter> = {
  kind: 'card',
  name: 'cards',
  singular: 'card',
  entity: Card,
  fields: CARD_FIELDS,
  nameOf: ({ card }) => card,
  applicationProperty: 'applicationId',
  uniqueField: 'card',
  applyFilter: (query, filter, now) => {
    applyHolderFilter(query, 'card', filter, now);
    whereBegins(query, 'card', filter.card);
    whereEqual(query, filter, 'batch', 'orderId', 'issuedAt');
    if (filter.issued !== undefined) query.andWhere(`row.issuedAt IS ${filter.issued ? 'NOT NULL' : 'NULL'}`);
  },
  indices: {
    sorted: {
      id: [
        { index: 'ix_cards_list', by: ['id'], holds: HELD },
        { index: BY_ID, by: ['id'] },
      ],
      card: [{ index: 'ix_cards_card', by: ['card', 'id'], holds: [...HELD, 'card'] }],
      activatedAt: [{ index: 'ix_cards_activated', by: ['activatedAt', 'id'], holds: HELD }],
      expiresAt: [{ index: 'ix_cards_expires', by: ['expiresAt', 'id'], holds: HELD }],
    },
    found: [
      { of: ['id', 'deviceId'], index: BY_ID },
      { of: ['orderId'], index: 'ix_cards_order' },
      { of: ['batch'], index: 'ix_cards_batch' },
      { of: ['card'], index: 'ix_cards_card' },
      { of: ['note'], index: 'ix_cards_note' },
      { of: ['state', 'status', 'frozen'], index: 'ix_cards_status' },
      { of: ['cardTypeId'], index: 'ix_cards_card_type' },
      { of: ['expiresFrom', 'expiresBefore'], index: 'ix_cards_expires' },
      { of: ['applicationId'], index: 'ix_cards_application' },
    ],
  },
};
