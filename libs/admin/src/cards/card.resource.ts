import { IsIn } from 'class-validator';
import { Brackets } from 'typeorm';
import { Card, Device, type HolderStatus } from '@app/database';
import { Optional, TextLength, TrueOrFalse, WholeNumber } from '@app/platform';
import type { HolderResource } from '../holders/holder-actions.js';
import {
  ApplicationFilter,
  applyIdFilter,
  Beginning,
  RecordId,
  whereBegins,
  whereBetween,
  whereEqual,
} from '../records/filters.js';

export const CARD_FIELDS = [
  'id',
  'applicationId',
  'cardTypeId',
  'card',
  'status',
  'frozen',
  'durationUnit',
  'durationAmount',
  'maxSessions',
  'maxDevices',
  'unbindLimit',
  'unbindsUsed',
  'activatedAt',
  'expiresAt',
  'config',
  'note',
  'batch',
  'consumedByKind',
  'consumedById',
  'consumedAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Card)[];

export const CARD_SORTS = ['id', 'card', 'activatedAt', 'expiresAt'];

/**
 * What people mean by the state of a card:
 * - `unused`, `consumed`: as the card says
 * - `active`: activated, not frozen, and its time has not passed
 * - `expired`: activated, not frozen, and its time has passed
 * - `frozen`: frozen, whatever else it is
 */
export const CARD_STATES = ['unused', 'active', 'expired', 'frozen', 'consumed'] as const;
export type CardState = (typeof CARD_STATES)[number];

export class CardFilter extends ApplicationFilter {
  /** One of unused, active, expired, frozen, consumed. */
  @Optional()
  @IsIn(CARD_STATES, { message: `must be one of ${CARD_STATES.join(', ')}` })
  state?: CardState;

  /** As the card says, frozen or not: one of unused, activated, consumed. */
  @Optional()
  @IsIn(['unused', 'activated', 'consumed'], { message: 'must be one of unused, activated, consumed' })
  status?: HolderStatus;

  @Optional()
  @TrueOrFalse()
  frozen?: boolean;

  @Optional()
  @RecordId()
  cardTypeId?: number;

  /** The card begins with this. */
  @Beginning(64)
  card?: string;

  /** The note begins with this. */
  @Beginning(500)
  note?: string;

  /** The batch is this. */
  @Optional()
  @TextLength(1, 100)
  batch?: string;

  /** This device is bound to it. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;

  /** Its time passes at this or later, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  expiresFrom?: number;

  /** Its time passes before this, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  expiresBefore?: number;
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
    applyIdFilter(query, filter);
    whereEqual(query, 'cardTypeId', filter.cardTypeId);
    whereEqual(query, 'status', filter.status);
    whereEqual(query, 'frozen', filter.frozen);
    whereEqual(query, 'batch', filter.batch);
    whereBegins(query, 'card', filter.card);
    whereBegins(query, 'note', filter.note);
    whereBetween(query, 'expiresAt', filter.expiresFrom, filter.expiresBefore);
    whereState(query, filter.state, now);
    if (filter.deviceId !== undefined) {
      const devices = query
        .subQuery()
        .select('device.holderId')
        .from(Device, 'device')
        .where("device.holderKind = 'card' AND device.deviceId = :deviceId", { deviceId: filter.deviceId })
        .andWhere('device.applicationId = row.applicationId');
      query.andWhere(`row.id IN ${devices.getQuery()}`).setParameters(devices.getParameters());
    }
  },
};

function whereState(
  query: Parameters<typeof applyIdFilter>[0],
  state: CardState | undefined,
  now: number,
): void {
  if (state === undefined) return;
  if (state === 'frozen') {
    query.andWhere('row.frozen = :isFrozen', { isFrozen: true });
    return;
  }
  const status: HolderStatus = state === 'active' || state === 'expired' ? 'activated' : state;
  query.andWhere('row.status = :ofStatus AND row.frozen = :isFrozen', { ofStatus: status, isFrozen: false });
  if (state === 'expired') query.andWhere('row.expiresAt <= :now', { now });
  if (state === 'active') {
    query.andWhere(
      new Brackets((either) =>
        either.where('row.expiresAt > :now', { now }).orWhere('row.expiresAt IS NULL'),
      ),
    );
  }
}
