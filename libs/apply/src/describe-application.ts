import type { Application, CardType } from '@app/database';
import { keyIdOf, type SecretBox } from '@app/platform';
import type { NamedCard } from './apply-cards.js';
import type { ApplicationDto, CardEntry, CardTypeDto, DurationDto } from './apply-file.dto.js';

/** The parts that already have the form of the file. */
type DescribedParts = Pick<
  ApplicationDto,
  'signing_key' | 'variables' | 'functions' | 'versions' | 'data' | 'channels'
>;

/** Returns the current state of an application, including its secret, as a file that can be applied again. */
export function describeApplication(
  application: Application,
  secrets: SecretBox,
  types: CardType[],
  cards: NamedCard[],
  parts: DescribedParts,
): ApplicationDto {
  return {
    name: application.name,
    app_key: application.appKey,
    app_secret: secrets.open(application.appSecretSealed),
    public_key: application.publicKey!,
    key_id: keyIdOf(application.publicKey!),
    enabled: application.enabled,
    sign_mode: application.signMode,
    response_signature: application.responseSignature,
    clock_leeway_sec: application.clockLeewaySec,
    language: application.language,
    time_zone: application.timeZone,
    heartbeat_timeout_sec: application.heartbeatTimeoutSec,
    hg: application.hg,
    multi_open_policy: application.multiOpenPolicy,
    unbind_policy: application.unbindPolicy,
    unbind_hours: application.unbindHours,
    unbind_cooldown_hours: application.unbindCooldownHours,
    default_unbind_limit: application.defaultUnbindLimit,
    trial: application.trial,
    trial_minutes: application.trialMinutes,
    trial_interval_hours: application.trialIntervalHours,
    trials_per_address: application.trialsPerAddress,
    compat: application.compat,
    compat_hosts: application.compatHosts,
    portal_enabled: application.portalEnabled,
    portal_title: application.portalTitle,
    portal_logo_url: application.portalLogoUrl,
    portal_contact: application.portalContact,
    portal_languages: application.portalLanguages,
    portal_short_keys_confirmed: application.portalShortKeysConfirmed,
    config: application.config,
    notice: application.notice,
    card_types: types.map(describeType),
    cards: cards.map(describeCard),
    ...parts,
  };
}

function describeType(type: CardType): CardTypeDto {
  return {
    name: type.name,
    duration: describeDuration(type),
    ...limitsOf(type),
    unbind_policy: type.unbindPolicy,
    unbind_hours: type.unbindHours,
    key_mask: type.keyMask ?? null,
    price_note: type.priceNote ?? null,
  };
}

function describeCard(card: NamedCard): CardEntry {
  return {
    card: card.card,
    card_type: card.typeName,
    frozen: card.frozen,
    config: card.config ?? null,
    batch: card.batch ?? null,
    note: card.note ?? null,
    ...limitsOf(card),
  };
}

function describeDuration({ durationUnit, durationAmount }: CardType): DurationDto {
  return durationUnit === 'permanent'
    ? { unit: durationUnit }
    : { unit: durationUnit, amount: durationAmount };
}

function limitsOf({
  maxSessions,
  maxDevices,
  unbindLimit,
  uses,
  usesPeriod,
  features,
  offlineHours,
}: CardType | NamedCard) {
  return {
    max_sessions: maxSessions,
    max_devices: maxDevices,
    unbind_limit: unbindLimit,
    uses,
    uses_period: usesPeriod,
    features,
    offline_hours: offlineHours,
  };
}
