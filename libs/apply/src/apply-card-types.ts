import { In } from 'typeorm';
import {
  type Application,
  CardType,
  unbindHoursFault,
  unbindLimitFault,
  unbindRuleOf,
  unlimitedTypesFault,
} from '@app/database';
import type { CardTypeDto } from './apply-file.dto.js';
import type { DesiredApplication } from './apply-application.js';
import type { ApplyContext } from './apply-context.js';
import { applyRows, findLocked } from './apply-rows.js';
import { isShortForPortal, PORTAL_KEY_BITS } from '@app/licensing';
import { changesOf } from '@app/platform';

/** Creates or updates card types and returns every card type of the application. */
export async function applyCardTypes(
  context: ApplyContext,
  { application, changes: changed }: DesiredApplication,
  dtos: CardTypeDto[],
  path: string,
): Promise<CardType[]> {
  const readAll = () =>
    context.manager.find(CardType, { where: { applicationId: application.id }, order: { id: 'ASC' } });
  const before = new Map((await readAll()).map((type) => [type.name, type]));
  // Locks only the types that change, since locking a type waits for all transactions that insert its cards.
  const changing = dtos.filter((dto) => {
    const type = before.get(dto.name);
    return !type || Object.keys(changesOf(type, columnsOf(dto))).length > 0;
  });
  const where = (part: CardTypeDto[]) => ({
    applicationId: application.id,
    name: In(part.map(({ name }) => name)),
  });
  const existing = await findLocked(context, CardType, changing, where, ({ name }) => name);
  await applyRows(
    context,
    CardType,
    changing.map((dto) => ({
      before: existing.get(dto.name),
      columns: columnsOf(dto),
      defaults: defaultsOf(application),
    })),
  );
  const types = await readAll();
  for (const [index, { name }] of dtos.entries()) {
    const type = types.find((type) => type.name === name);
    if (!type) {
      context.faults.push(
        `${path}.card_types[${index}].name: the card type ${name} was just removed; apply the file again`,
      );
      continue;
    }
    const rule = unbindRuleOf(application, type);
    const fault = unbindLimitFault(rule.policy, type.unbindLimit);
    if (fault !== undefined) context.faults.push(`${path}.card_types[${index}].unbind_limit ${fault}`);
    // A type without a policy of its own uses the application's `unbind_hours`, which are checked with the application.
    const hoursFault = type.unbindPolicy === null ? undefined : unbindHoursFault(rule);
    if (hoursFault !== undefined)
      context.faults.push(`${path}.card_types[${index}].unbind_hours ${hoursFault}`);
  }
  if (changed.unbindPolicy !== undefined) {
    const named = new Set(dtos.map(({ name }) => name));
    const others = types.filter(({ name }) => !named.has(name));
    const fault = unlimitedTypesFault(application.unbindPolicy, others);
    if (fault !== undefined) context.faults.push(`${path}.unbind_policy ${fault}`);
  }
  if (application.portalEnabled && !application.portalShortKeysConfirmed) {
    const short = types.filter(({ keyMask }) => isShortForPortal(keyMask ?? null)).map(({ name }) => name);
    if (short.length > 0)
      context.faults.push(
        `${path}.portal_enabled needs card keys of at least ${PORTAL_KEY_BITS} random bits: strangers can guess the keys of ${short.join(', ')}. Lengthen key_mask, or set portal_short_keys_confirmed`,
      );
  }
  return types;
}

/** Returns the defaults of a new card type, for the columns that the file does not set. */
function defaultsOf(application: Application): Partial<CardType> {
  return {
    applicationId: application.id,
    maxSessions: 1,
    maxDevices: 1,
    unbindLimit: application.defaultUnbindLimit,
    uses: null,
    usesPeriod: 'none',
    features: {},
    offlineHours: 0,
    unbindPolicy: null,
    unbindHours: 0,
  };
}

function columnsOf(dto: CardTypeDto): Partial<CardType> {
  return {
    name: dto.name,
    durationUnit: dto.duration.unit,
    durationAmount: dto.duration.unit === 'permanent' ? 0 : dto.duration.amount!,
    maxSessions: dto.max_sessions,
    maxDevices: dto.max_devices,
    unbindLimit: dto.unbind_limit,
    uses: dto.uses,
    usesPeriod: dto.uses_period,
    features: dto.features,
    offlineHours: dto.offline_hours,
    unbindPolicy: dto.unbind_policy,
    unbindHours: dto.unbind_hours,
    keyMask: dto.key_mask,
    priceNote: dto.price_note,
  };
}
