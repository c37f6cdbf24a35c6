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
import { isShortForPortal, PORTAL_KEY_BITS } from '@app/licensing';
import { changesOf } from '@app/platform';

/** Creates or updates card types and returns every card type of the application. */
export async function applyCardTypes(
  context: ApplyContext,
  { application, changes: changed }: DesiredApplication,
  dtos: CardTypeDto[],
  path: string,
): Promise<CardType[]> {
  const { manager, now } = context;
  const types = await manager.find(CardType, {
    where: { applicationId: application.id },
    order: { id: 'ASC' },
  });
  for (const dto of dtos) {
    const existing = types.find(({ name }) => name === dto.name);
    if (!existing) {
      types.push(await manager.save(CardType, manager.create(CardType, newCardType(application, dto, now))));
      continue;
    }
    const changes = changesOf(existing, columnsOf(dto));
    if (Object.keys(changes).length === 0) continue;
    await manager.save(CardType, Object.assign(existing, changes, { updatedAt: now }));
  }
  for (const [index, { name }] of dtos.entries()) {
    const type = types.find((type) => type.name === name)!;
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

function newCardType(application: Application, dto: CardTypeDto, now: number): Partial<CardType> {
  return {
    applicationId: application.id,
    maxSessions: 1,
    maxDevices: 1,
    uses: null,
    usesPeriod: 'none',
    features: {},
    offlineHours: 0,
    unbindPolicy: null,
    unbindHours: 0,
    createdAt: now,
    updatedAt: now,
    ...changesOf<Partial<CardType>>({}, columnsOf(dto)),
    unbindLimit: dto.unbind_limit === undefined ? application.defaultUnbindLimit : dto.unbind_limit,
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
