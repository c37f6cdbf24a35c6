import { Card } from '@app/database';
import { Optional, TextLength } from '@app/platform';
import { HOLDER_FIELDS } from '../holders/holder-fields.js';
import type { HolderResource } from '../holders/holder-actions.js';
import { applyHolderFilter, INDEXED_FIELDS, HolderFilter } from '../holders/holder-filter.js';
import { Beginning, whereBegins, whereEqual } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';

export const CARD_FIELDS = [
  'id',
  'applicationId',
  'cardTypeId',
  'card',
  ...HOLDER_FIELDS,
  'batch',
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
}

export const CARDS: HolderResource<Card, CardFilter> = {
  kind: 'card',
  name: 'cards',
  singular: 'card',
  entity: Card,
  fields: CARD_FIELDS,
  nameOf: ({ card }) => card,
  applicationOf: ({ applicationId }) => applicationId,
  applicationProperty: 'applicationId',
  uniqueField: 'card',
  applyFilter: (query, filter, now) => {
    applyHolderFilter(query, 'card', filter, now);
    whereBegins(query, 'card', filter.card);
    whereEqual(query, 'batch', filter.batch);
  },
  indices: {
    sorted: {
      id: [
        { index: 'ix_cards_list', by: ['id'], holds: INDEXED_FIELDS },
        { index: BY_ID, by: ['id'] },
      ],
      card: [{ index: 'ix_cards_card', by: ['card', 'id'], holds: [...INDEXED_FIELDS, 'card'] }],
      activatedAt: [{ index: 'ix_cards_activated', by: ['activatedAt', 'id'], holds: INDEXED_FIELDS }],
      expiresAt: [{ index: 'ix_cards_expires', by: ['expiresAt', 'id'], holds: INDEXED_FIELDS }],
    },
    found: [
      { of: ['id', 'deviceId'], index: BY_ID },
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
