import { type EntityManager, Not } from 'typeorm';
import {
  Application,
  APPLICATION_DEFAULTS,
  applicationFaults,
  newAppKey,
  newAppSecret,
  newPortalSlug,
  PortalSession,
  signingKeyColumns,
} from '@app/database';
import { changesOf, keyIdOf, publicKeyOf } from '@app/platform';
import type { ApplicationDto } from './apply-file.dto.js';
import type { ApplyContext } from './apply-context.js';

/** For each setting that `applicationFaults` may report: its name in the file. */
const FILE_NAMES: Record<string, string> = { hg: 'hg', unbindHours: 'unbind_hours' };

/** An application as the file describes it, and the columns that still have different values in the database. */
export interface DesiredApplication {
  readonly application: Application;
  readonly changes: Partial<Application>;
}

/** Returns the applications that an entry of the file can mean; none if the entry is a new application. */
export function findApplications(
  manager: EntityManager,
  { app_key, name }: Pick<ApplicationDto, 'app_key' | 'name'>,
): Promise<Application[]> {
  return manager.find(Application, { where: app_key === undefined ? { name } : { appKey: app_key } });
}

/**
 * Creates the application if it does not exist yet, and returns it with the columns that `saveApplication` writes.
 * Returns undefined if the file's entry is refused; the run's faults then contain the reason.
 */
export async function applyApplication(
  context: ApplyContext,
  dto: ApplicationDto,
  path: string,
): Promise<DesiredApplication | undefined> {
  const { manager, faults } = context;
  const found = await findApplications(manager, dto);
  if (found.length > 1) {
    const appKeys = found.map(({ id, appKey }) => `"app_key": "${appKey}" (id ${id})`).join(' or ');
    faults.push(
      `${path}.name: ${found.length} applications are named ${dto.name}; add the app_key of the right one: ${appKeys}`,
    );
    return undefined;
  }
  const application = found[0] ?? newApplication(context, dto);
  const changes = changesOf(application, {
    ...columnsOf(dto),
    ...newLink(application, dto),
    ...sealedSecret(context, application, dto),
    ...sealedSigningKey(context, application, dto),
  });
  const undone = undoneRotations(context, application, changes, dto);
  Object.assign(application, changes);
  const wrong = [
    ...undone.map((fault) => `${path}.${fault}`),
    ...Object.entries(applicationFaults(application)).map(
      ([setting, reason]) => `${path}.${FILE_NAMES[setting]} ${reason}`,
    ),
    ...(await keyFaults(context, application, dto)).map((fault) => `${path}.${fault}`),
  ];
  if (wrong.length > 0) {
    faults.push(...wrong);
    return undefined;
  }
  if (found.length === 0) await manager.insert(Application, application);
  return { application, changes };
}

/**
 * Updates an application. Call this function after the cards were written: a login locks the card first and then,
 * through the foreign key, the application. The opposite order would deadlock.
 */
export async function saveApplication(
  { manager, now }: ApplyContext,
  { application, changes }: DesiredApplication,
): Promise<void> {
  const { id, enabled, portalEnabled } = application;
  // Every run raises the revision, so that servers also notice changes of the application's cards and other records.
  const noticed = { revision: () => 'revision + 1', updatedAt: now };
  // If the application's own columns are unchanged, its row version stays the same. This run then does not conflict
  // with a concurrent edit of the application.
  const same = Object.keys(changes).length === 0 && { rowVersion: () => 'row_version' };
  await manager.update(Application, { id }, { ...changes, ...noticed, ...same });
  // Deleted after the update has locked the application's row: a sign-in that holds the row has then ended, and later
  // sign-ins see the change.
  if (!enabled || !portalEnabled) await manager.delete(PortalSession, { applicationId: id });
}

function newApplication({ manager, secrets, now }: ApplyContext, dto: ApplicationDto): Application {
  return manager.create(Application, {
    ...APPLICATION_DEFAULTS,
    name: dto.name,
    appKey: dto.app_key ?? newAppKey(),
    appSecretSealed: secrets.seal(dto.app_secret ?? newAppSecret()),
    ...signingKeyColumns(secrets, dto.signing_key),
    createdAt: now,
    updatedAt: now,
  });
}

function columnsOf(dto: ApplicationDto): Partial<Application> {
  return {
    name: dto.name,
    enabled: dto.enabled,
    signMode: dto.sign_mode,
    responseSignature: dto.response_signature,
    clockLeewaySec: dto.clock_leeway_sec,
    language: dto.language,
    timeZone: dto.time_zone,
    heartbeatTimeoutSec: dto.heartbeat_timeout_sec,
    hg: dto.hg,
    multiOpenPolicy: dto.multi_open_policy,
    unbindPolicy: dto.unbind_policy,
    unbindHours: dto.unbind_hours,
    unbindCooldownHours: dto.unbind_cooldown_hours,
    defaultUnbindLimit: dto.default_unbind_limit,
    trial: dto.trial,
    trialMinutes: dto.trial_minutes,
    trialIntervalHours: dto.trial_interval_hours,
    trialsPerAddress: dto.trials_per_address,
    compat: dto.compat,
    compatHosts: dto.compat_hosts,
    portalEnabled: dto.portal_enabled,
    portalTitle: dto.portal_title,
    portalLogoUrl: dto.portal_logo_url,
    portalContact: dto.portal_contact,
    portalLanguages: dto.portal_languages,
    portalShortKeysConfirmed: dto.portal_short_keys_confirmed,
    config: dto.config,
    notice: dto.notice,
  };
}

/** Creates the link of a customer's page when the page is turned on for the first time. */
function newLink({ portalSlug }: Application, { portal_enabled }: ApplicationDto): Partial<Application> {
  return portal_enabled && portalSlug === null ? { portalSlug: newPortalSlug() } : {};
}

/**
 * Returns the columns of the signing key to store: the file's key if it differs from the current key, or a new key if
 * neither the file nor the application has one. The server stops publishing the previous public key at once.
 */
function sealedSigningKey(
  { secrets }: ApplyContext,
  { publicKey }: Application,
  { signing_key }: ApplicationDto,
): Partial<Application> {
  const isRight = signing_key === undefined ? publicKey !== null : publicKeyOf(signing_key) === publicKey;
  if (isRight) return {};
  return {
    ...signingKeyColumns(secrets, signing_key),
    previousPublicKey: null,
    previousPublicKeyUntil: null,
  };
}

/** Returns the faults of the file's fields `public_key`, `key_id` and `signing_key`. */
async function keyFaults(
  { manager }: ApplyContext,
  { id, publicKey }: Application,
  { signing_key, public_key, key_id }: ApplicationDto,
): Promise<string[]> {
  const faults: string[] = [];
  // A new application without `signing_key` gets a new key. The file's `public_key`, usually from the output of another
  // server, is ignored.
  if (id === undefined && signing_key === undefined) return faults;
  const other = 'does not belong to the application: add the matching signing_key, or remove this field';
  if (public_key !== undefined && public_key !== publicKey) faults.push(`public_key ${other}`);
  if (key_id !== undefined && key_id !== keyIdOf(publicKey!)) faults.push(`key_id ${other}`);
  if (signing_key === undefined) return faults;
  // If two applications had the same key, a client of one would accept responses of the other.
  const where = { publicKey: publicKey!, ...(id !== undefined && { id: Not(id) }) };
  if (await manager.existsBy(Application, where)) faults.push('signing_key is that of another application');
  return faults;
}

/**
 * Returns the columns of the file's secret if it differs from the current secret. The file's secret replaces the
 * current and the previous secret at once. Plain texts are compared, since sealing a secret twice gives different
 * texts.
 */
function sealedSecret(
  { secrets }: ApplyContext,
  application: Application,
  dto: ApplicationDto,
): Partial<Application> {
  if (dto.app_secret === undefined || secrets.open(application.appSecretSealed) === dto.app_secret) return {};
  return {
    appSecretSealed: secrets.seal(dto.app_secret),
    previousSecretSealed: null,
    previousSecretUntil: null,
  };
}

function oldSecretFault(name: string, what: string): string {
  return `${name} is the ${what} before the last rotation: remove ${name}, or rotate in the panel`;
}

/**
 * Returns faults if the file contains the secret or the signing key that the last rotation replaced. Such a file is
 * usually older than the rotation, and would undo the rotation unnoticed.
 */
function undoneRotations(
  { secrets }: ApplyContext,
  { previousSecretSealed, previousPublicKey }: Application,
  changes: Partial<Application>,
  { app_secret }: ApplicationDto,
): string[] {
  // Only a change is a fault: the current secret may equal the previous one, if an earlier version of this command
  // restored it.
  const isOldSecret =
    changes.appSecretSealed && previousSecretSealed && secrets.open(previousSecretSealed) === app_secret;
  const isOldKey = changes.publicKey && changes.publicKey === previousPublicKey;
  return [
    ...(isOldSecret ? [oldSecretFault('app_secret', 'secret')] : []),
    ...(isOldKey ? [oldSecretFault('signing_key', 'key')] : []),
  ];
}
