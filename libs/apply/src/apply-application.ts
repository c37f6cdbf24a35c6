import { Application, APPLICATION_DEFAULTS, applicationFaults, newAppKey, newAppSecret } from '@app/database';
import { changesOf } from '@app/platform';
import type { ApplicationDto } from './apply-file.dto.js';
import type { Run } from './apply.service.js';

/** What the file calls the settings that can contradict each other. */
const FILE_NAMES: Record<string, string> = { hg: 'hg', unbindHours: 'unbind_hours' };

/** An application as the file wants it, and what of that is not yet in its row. */
export interface WantedApplication {
  readonly application: Application;
  readonly changes: Partial<Application>;
}

/**
 * Creates one application or finds out what to update, which `saveApplication` does; undefined when that is not
 * possible, the reason being among the run's faults.
 */
export async function applyApplication(
  run: Run,
  dto: ApplicationDto,
  path: string,
): Promise<WantedApplication | undefined> {
  const { manager, faults } = run;
  const found = await manager.find(Application, {
    where: dto.app_key === undefined ? { name: dto.name } : { appKey: dto.app_key },
  });
  if (found.length > 1) {
    const appKeys = found.map(({ id, appKey }) => `"app_key": "${appKey}" (id ${id})`).join(' or ');
    faults.push(
      `${path}.name: there are ${found.length} applications named ${dto.name}; add the app_key of the one this is about: ${appKeys}`,
    );
    return undefined;
  }
  const application = found[0] ?? newApplication(run, dto);
  const changes = changesOf(application, { ...columnsOf(dto), ...sealedSecret(run, application, dto) });
  Object.assign(application, changes);
  const wrong = Object.entries(applicationFaults(application)).map(
    ([setting, reason]) => `${path}.${FILE_NAMES[setting]} ${reason}`,
  );
  if (wrong.length > 0) {
    faults.push(...wrong);
    return undefined;
  }
  if (found.length === 0) await manager.insert(Application, application);
  return { application, changes };
}

/**
 * Updates an application, after its cards: a login locks the card and then, by the foreign key, the application, and
 * the other way round the two would deadlock.
 */
export async function saveApplication(
  { manager, now }: Run,
  { application, changes }: WantedApplication,
): Promise<void> {
  // The revision grows with every run: what else the file changes has to be noticed too.
  const noticed = { revision: () => 'revision + 1', updatedAt: now };
  // Who edits the application meanwhile is only in the way of a change to itself.
  const same = Object.keys(changes).length === 0 && { rowVersion: () => 'row_version' };
  await manager.update(Application, { id: application.id }, { ...changes, ...noticed, ...same });
}

function newApplication({ manager, secrets, now }: Run, dto: ApplicationDto): Application {
  return manager.create(Application, {
    ...APPLICATION_DEFAULTS,
    name: dto.name,
    appKey: dto.app_key ?? newAppKey(),
    appSecretSealed: secrets.seal(dto.app_secret ?? newAppSecret()),
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
    defaultUnbindLimit: dto.default_unbind_limit,
    config: dto.config,
    notice: dto.notice,
  };
}

/** Sealing the same secret gives another text each time, so it is compared opened. */
function sealedSecret({ secrets }: Run, application: Application, dto: ApplicationDto): Partial<Application> {
  if (dto.app_secret === undefined || secrets.open(application.appSecretSealed) === dto.app_secret) return {};
  return { appSecretSealed: secrets.seal(dto.app_secret) };
}
