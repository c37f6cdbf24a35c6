import { Application } from '@app/database';
import { LOWERCASE_ALPHANUMERIC, randomText } from '@app/platform';
import type { ApplicationDto } from './apply-file.dto.js';
import type { Run } from './apply.service.js';
import { changesOf } from './changes.js';

const APP_KEY_LENGTH = 20;
const APP_SECRET_LENGTH = 32;

/** What a new application has where the file says nothing. */
const DEFAULTS = {
  enabled: true,
  signMode: 'md5',
  responseSignature: false,
  clockLeewaySec: 0,
  language: 'en',
  timeZone: 'Asia/Shanghai',
  heartbeatTimeoutSec: 1800,
  hg: null,
  multiOpenPolicy: 'refuse',
  unbindPolicy: 'unbind_only',
  unbindHours: 0,
  defaultUnbindLimit: null,
  config: '',
  notice: '',
  revision: 0,
} as const satisfies Partial<Application>;

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
    faults.push(
      `${path}.name: there are ${found.length} applications named ${dto.name}; say which by app_key`,
    );
    return undefined;
  }
  const application = found[0] ?? newApplication(run, dto);
  const changes = changesOf(application, { ...columnsOf(dto), ...sealedSecret(run, application, dto) });
  Object.assign(application, changes);
  const wrong = checkApplication(application, path);
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
    ...DEFAULTS,
    name: dto.name,
    appKey: dto.app_key ?? randomText(APP_KEY_LENGTH, LOWERCASE_ALPHANUMERIC),
    appSecretSealed: secrets.seal(dto.app_secret ?? randomText(APP_SECRET_LENGTH)),
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

/** What only shows when the file and the database are taken together. */
function checkApplication(
  { hg, heartbeatTimeoutSec, unbindPolicy, unbindHours }: Application,
  path: string,
): string[] {
  const faults: string[] = [];
  if (hg !== null && hg >= heartbeatTimeoutSec) {
    faults.push(`${path}.hg must be less than heartbeat_timeout_sec (${heartbeatTimeoutSec})`);
  }
  if ((unbindPolicy === 'deduct_hours' || unbindPolicy === 'add_hours') && unbindHours < 1) {
    faults.push(`${path}.unbind_hours must be at least 1 for the policy ${unbindPolicy}`);
  }
  return faults;
}
