import { validateSync } from 'class-validator';
import { errorMessage } from '../error-message.js';
import { ConfigurationError } from '../startup-error.js';
import { DatabaseConfig } from './database.config.js';
import { FunctionsConfig } from './functions.config.js';
import { HttpConfig } from './http.config.js';
import { isOwnMachine, isSameHost } from './listen-host.js';
import { LimitsConfig } from './limits.config.js';
import { LoggingConfig } from './logging.config.js';
import { MailConfig } from './mail.config.js';
import { MetricsConfig } from './metrics.config.js';
import { OutgoingConfig } from './outgoing.config.js';
import { ProcessesConfig } from './processes.config.js';
import { QuotasConfig } from './quotas.config.js';
import { RetentionConfig } from './retention.config.js';
import { SecurityConfig } from './security.config.js';
import { type SettingInfo, settingsOf } from './setting.js';
import { readSetting } from './read-setting.js';

/** All settings of a process, read once at start. Each part has its own class. */
export class AppConfig {
  readonly http = new HttpConfig();
  readonly processes = new ProcessesConfig();
  readonly database = new DatabaseConfig();
  readonly security = new SecurityConfig();
  readonly logging = new LoggingConfig();
  readonly retention = new RetentionConfig();
  readonly functions = new FunctionsConfig();
  readonly limits = new LimitsConfig();
  readonly quotas = new QuotasConfig();
  readonly metrics = new MetricsConfig();
  readonly outgoing = new OutgoingConfig();
  readonly mail = new MailConfig();
}

/**
 * Reads the settings from environment variables.
 * @throws ConfigurationError listing every fault by variable name
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): AppConfig {
  const config = new AppConfig();
  const faults = Object.values(config).flatMap((part: object) => read(part, environment));
  faults.push(...faultsTogether(config));
  if (faults.length > 0) {
    throw new ConfigurationError(
      `The configuration is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
  // Each process has its own function workers. By default all processes together have one worker per core.
  if (!environment['FUNCTION_WORKERS']?.trim()) {
    const { functions, processes } = config;
    functions.workers = Math.max(1, Math.floor(functions.workers / processes.workers));
  }
  return config;
}

/** Checks settings that are valid individually but not together. */
function faultsTogether({ http, processes, database, metrics, mail }: AppConfig): string[] {
  const faults: string[] = [];
  if (database.redisTlsCa !== undefined && !/^rediss(\+sentinel|\+cluster)?:/.test(database.redisUrl ?? '')) {
    faults.push(
      'REDIS_TLS_CA needs a REDIS_URL with TLS: rediss://host:6379, rediss+sentinel://… or rediss+cluster://…',
    );
  }
  const isShared = database.url !== undefined && database.redisUrl !== undefined;
  if (processes.workers > 1 && !isShared) {
    faults.push(
      'WORKERS greater than 1 requires DATABASE_URL and REDIS_URL: several processes need MySQL or MariaDB and a shared Redis',
    );
  }
  if (metrics.port !== undefined && metrics.token === undefined && !isOwnMachine(metrics.host)) {
    faults.push('METRICS_HOST is reachable from other machines, which requires METRICS_TOKEN');
  }
  if (metrics.port === http.port && http.port !== 0 && isSameHost(http.host, metrics.host)) {
    faults.push(`METRICS_PORT and PORT are both ${http.port}: each needs a port of its own`);
  }
  if ((mail.url === undefined) !== (mail.from === undefined)) {
    faults.push('MAIL_URL and MAIL_FROM belong together: set both, or neither');
  }
  return faults;
}

function read(part: object, environment: NodeJS.ProcessEnv): string[] {
  const settings = settingsOf(part);
  const faults: string[] = [];
  for (const setting of settings) {
    try {
      const text = readSetting(setting, environment);
      if (text) (part as Record<string, unknown>)[setting.property] = parsed(setting, text);
    } catch (error) {
      faults.push(errorMessage(error));
    }
  }
  const invalid = validateSync(part, { forbidUnknownValues: false }).flatMap((error) => {
    const variable = settings.find(({ property }) => property === error.property)?.variable ?? error.property;
    return [...new Set(Object.values(error.constraints ?? {}))].map((reason) => `${variable} ${reason}`);
  });
  return [...faults, ...invalid];
}

function parsed({ variable, parse }: SettingInfo, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${variable} ${errorMessage(error)}`, { cause: error });
  }
}
