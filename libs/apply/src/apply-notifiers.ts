import { In } from 'typeorm';
import { Notifier } from '@app/database';
import { raiseSubscriptionsRevision } from '@app/events';
import {
  kindFaults,
  type KindFault,
  MAX_NOTIFIERS,
  NO_PAUSE,
  NOTIFIER_DEFAULTS,
  retryMessagesNow,
  typedAddresses,
  UNUSED,
} from '@app/notifiers';
import { changesOf, type OutgoingRules, RULE_WORDS } from '@app/platform';
import type { ApplyContext } from './apply-context.js';
import { findLocked } from './apply-rows.js';
import { limitToApplications } from './limit-to-applications.js';
import type { NotifierEntry } from './notifier.dto.js';

/** For each setting that depends on the kind: its name in the file. */
const NAMES = {
  kind: 'kind',
  token: 'secret_env',
  signingSecret: 'signing_secret_env',
  recipient: 'recipient',
  address: 'address',
} as const;

const WORDS: Record<KindFault, string> = {
  required: 'is required for this kind',
  not_for_kind: 'is not used by this kind',
  bot_token: 'must contain the token of a bot',
  send_key: 'must contain a SendKey',
  device_key: 'must contain the key of a device',
  chat: 'must be the ID of a chat or the name of a channel',
  email_address: 'must be an email address',
};

interface Secrets {
  readonly token: string | null;
  readonly signingSecret: string | null;
}

/** Creates or updates the notifiers in a file and returns them, without their secrets. */
export async function applyNotifiers(
  context: ApplyContext,
  dtos: readonly NotifierEntry[],
): Promise<NotifierEntry[]> {
  if (dtos.length === 0) return [];
  const { manager, faults } = context;
  const existing = await findLocked(context, Notifier, dtos, whereNamed, ({ name }) => name);
  const described: NotifierEntry[] = [];
  for (const [index, dto] of dtos.entries()) {
    const path = `notifiers[${index}]`;
    const before = existing.get(dto.name);
    if (before && before.kind !== dto.kind) {
      faults.push(`${path}.kind: the notifier exists with the kind ${before.kind}, which cannot be changed`);
      continue;
    }
    const wanted = settingsOf(dto);
    const secrets = readSecrets(context, dto, before, path);
    const settings = Object.assign(
      { ...NOTIFIER_DEFAULTS },
      before,
      changesOf<Partial<Notifier>>({}, wanted),
      { kind: dto.kind },
    );
    const own = faultsOf(settings, secrets, context.outgoing).map((fault) => `${path}.${fault}`);
    faults.push(...own);
    if (own.length > 0) continue;
    const notifier = await save(context, before, wanted, secrets);
    const applications = await limitToApplications(context, 'notifier', notifier, dto.applications, path);
    described.push(describe(notifier, applications, dto));
  }
  if ((await manager.count(Notifier)) > MAX_NOTIFIERS)
    faults.push(`notifiers: there can be at most ${MAX_NOTIFIERS}`);
  await raiseSubscriptionsRevision(manager);
  return described;
}

function whereNamed(part: readonly NotifierEntry[]) {
  return { name: In(part.map(({ name }) => name)) };
}

/** Returns the columns that a file sets; undefined columns keep their values. */
function settingsOf(dto: NotifierEntry): Partial<Notifier> {
  return {
    name: dto.name,
    kind: dto.kind,
    recipient: dto.recipient,
    address: dto.address,
    types: dto.types,
    revealCards: dto.reveal_cards,
    language: dto.language,
    timeZone: dto.time_zone,
    quietFrom: dto.quiet_from,
    quietTo: dto.quiet_to,
    mode: dto.mode,
    digestHour: dto.digest_hour,
    enabled: dto.enabled,
    allApplications: dto.applications === undefined ? undefined : dto.applications === null,
  };
}

/** Returns the secrets that the notifier will have: from the variables that the file names, or the current ones. */
function readSecrets(
  { secrets, faults, readSecret }: ApplyContext,
  dto: NotifierEntry,
  before: Notifier | undefined,
  path: string,
): Secrets {
  const secretOf = (field: 'secret_env' | 'signing_secret_env', sealed: string | null | undefined) => {
    const variable = dto[field];
    if (variable === undefined) return sealed ? secrets.open(sealed) : null;
    const secret = readSecret(variable, 'notifier_secret')?.trim();
    if (!secret) faults.push(`${path}.${field}: the environment variable ${variable} is not set`);
    return secret || null;
  };
  return {
    token: secretOf('secret_env', before?.tokenSealed),
    signingSecret: secretOf('signing_secret_env', before?.signingSecretSealed),
  };
}

function faultsOf(
  settings: Pick<Notifier, 'kind' | 'recipient' | 'address' | 'quietFrom' | 'quietTo'>,
  secrets: Secrets,
  outgoing: OutgoingRules,
): string[] {
  const values = Object.assign({}, settings, secrets);
  const faults = Object.entries(kindFaults(values)).map(
    ([field, fault]) => `${NAMES[field as keyof typeof NAMES]} ${WORDS[fault]}`,
  );
  for (const [field, url] of Object.entries(typedAddresses(values))) {
    const fault = outgoing.faultOf(url);
    if (fault) faults.push(`${NAMES[field as keyof typeof NAMES]} ${RULE_WORDS[fault]}`);
  }
  if ((settings.quietFrom === null) !== (settings.quietTo === null))
    faults.push('quiet_from and quiet_to require each other');
  return faults;
}

async function save(
  { manager, secrets, now }: ApplyContext,
  before: Notifier | undefined,
  wanted: Partial<Notifier>,
  { token, signingSecret }: Secrets,
): Promise<Notifier> {
  const seal = (secret: string | null, sealed: string | null | undefined) => {
    if (secret === null) return null;
    return sealed && secrets.open(sealed) === secret ? sealed : secrets.seal(secret);
  };
  const sealed = {
    tokenSealed: seal(token, before?.tokenSealed),
    signingSecretSealed: seal(signingSecret, before?.signingSecretSealed),
  };
  if (before) {
    const changes = changesOf(before, { ...wanted, ...sealed });
    if (Object.keys(changes).length > 0) {
      // Ends a pause, since the previous settings caused it.
      Object.assign(changes, changesOf(before, NO_PAUSE));
      await manager.update(Notifier, { id: before.id }, { ...changes, updatedAt: now });
      await retryMessagesNow(manager, before.id, now);
    }
    return Object.assign(before, changes);
  }
  const notifier = manager.create(Notifier, {
    ...UNUSED,
    ...NOTIFIER_DEFAULTS,
    types: [...NOTIFIER_DEFAULTS.types],
    allApplications: true,
    ...changesOf<Partial<Notifier>>({}, wanted),
    ...sealed,
    createdAt: now,
    updatedAt: now,
  });
  await manager.insert(Notifier, notifier);
  return notifier;
}

function describe(
  notifier: Notifier,
  applications: string[] | null,
  { secret_env, signing_secret_env }: NotifierEntry,
): NotifierEntry {
  const { name, kind, recipient, address, types, language, mode, enabled } = notifier;
  return {
    name,
    kind,
    ...(secret_env !== undefined && { secret_env }),
    ...(signing_secret_env !== undefined && { signing_secret_env }),
    ...(recipient !== null && { recipient }),
    ...(address !== null && { address }),
    types,
    applications,
    reveal_cards: notifier.revealCards,
    language,
    time_zone: notifier.timeZone,
    quiet_from: notifier.quietFrom,
    quiet_to: notifier.quietTo,
    mode,
    digest_hour: notifier.digestHour,
    enabled,
  };
}
