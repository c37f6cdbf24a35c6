import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../startup-error.js';
import { loadConfig } from './load-config.js';

/** Returns the faults reported for an environment, one per line, without the headline. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const [headline, ...faults] = error.message.split('\n');
    expect(headline).toBe('The configuration is invalid:');
    return faults.map((fault) => fault.replace(/^ {2}- /, ''));
  }
  throw new Error('accepted');
}

const DEFAULTS = {
  http: { host: '127.0.0.1', port: 3000, trustProxy: [], maxConnections: 10_000, bodyLimitBytes: 262_144 },
  processes: { workers: 1 },
  database: { dataDir: './data', sqliteSynchronous: 'full', poolSize: 20, waitSeconds: 5 },
  security: {
    isProduction: false,
    acceptWeak: [],
    adminAllow: [],
    adminIdleMinutes: 720,
    adminEmail: 'admin@localhost',
  },
  logging: { level: 'info', format: 'auto' },
  retention: {
    endedSessionDays: 30,
    endedSessions: 1000,
    activityDays: 400,
    refusalDays: 14,
    refusalsPerHour: 2000,
    auditDays: 730,
    cardJobDays: 90,
    blockDays: 90,
    trialDays: 730,
    functionVersions: 100,
    variableVersions: 100,
  },
  functions: {
    workers: availableParallelism(),
    timeoutMs: 1000,
    memoryMb: 32,
    queue: 2000,
    queueBytes: 67_108_864,
    callsPerWorker: 10_000,
  },
  limits: {
    refusedRequests: 12_000,
    wrongGuesses: 100,
    portalGuesses: 30,
    wrongPasswords: 20,
    takenNames: 20,
    wrongSignIns: 10,
    wrongKeys: 20,
    waitingPasswords: 200,
    nonces: 8_000_000,
  },
  quotas: {
    applicationKeys: 100_000,
    applicationBytes: 268_435_456,
    cardKeys: 100,
    cardBytes: 1_048_576,
    devices: 1000,
    sessions: 1000,
  },
  mail: {},
  metrics: { host: '127.0.0.1' },
  outgoing: { allow: [] },
};

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(JSON.parse(JSON.stringify(loadConfig({})))).toEqual(DEFAULTS);
  });

  it.each(['', '   '])('treats %j as not set', (text) => {
    const environment = {
      HOST: text,
      PORT: text,
      DATABASE_URL: text,
      ENCRYPTION_KEY: text,
      TRUST_PROXY: text,
    };
    expect(JSON.parse(JSON.stringify(loadConfig(environment)))).toEqual(DEFAULTS);
  });

  it('does not share settings between two configurations', () => {
    loadConfig({ TRUST_PROXY: '10.0.0.1', PORT: '1' });
    expect(loadConfig({}).http).toEqual(DEFAULTS.http);
  });

  it.each([
    ['HOST', '0.0.0.0', { http: { host: '0.0.0.0' } }],
    ['PORT', '0', { http: { port: 0 } }],
    ['PORT', ' 65535 ', { http: { port: 65_535 } }],
    ['TRUST_PROXY', 'loopback', { http: { trustProxy: ['loopback'] } }],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/8,::1,fd00::/8', { http: { trustProxy: ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] } }], // prettier-ignore
    ['MAX_CONNECTIONS', '10', { http: { maxConnections: 10 } }],
    ['BODY_LIMIT_BYTES', '1024', { http: { bodyLimitBytes: 1024 } }],
    ['BODY_LIMIT_BYTES', '1048576', { http: { bodyLimitBytes: 1_048_576 } }],
    ['DATA_DIR', '/var/lib/latchkey', { database: { dataDir: '/var/lib/latchkey' } }],
    ['DATABASE_URL', 'mysql://u:p@db:3306/latchkey', { database: { url: 'mysql://u:p@db:3306/latchkey' } }],
    ['DATABASE_URL', 'mariadb://u@db/latchkey', { database: { url: 'mariadb://u@db/latchkey' } }],
    ['DATABASE_POOL_SIZE', '2', { database: { poolSize: 2 } }],
    ['DATABASE_WAIT_SECONDS', '60', { database: { waitSeconds: 60 } }],
    ['REDIS_URL', 'rediss://:p@cache:6379/1', { database: { redisUrl: 'rediss://:p@cache:6379/1' } }],
    ['ENCRYPTION_KEY', `${'A'.repeat(43)}=`, { security: { encryptionKey: `${'A'.repeat(43)}=` } }],
    ['NODE_ENV', 'production', { security: { isProduction: true } }],
    ['NODE_ENV', 'development', { security: { isProduction: false } }],
    ['ACCEPT_WEAK', 'HOST, ADMIN_PASSWORD', { security: { acceptWeak: ['HOST', 'ADMIN_PASSWORD'] } }],
    [
      'OUTGOING_ALLOW',
      'hooks.internal, 10.0.0.0/8, ::1',
      { outgoing: { allow: ['hooks.internal', '10.0.0.0/8', '::1'] } },
    ],
    ['ADMIN_ALLOW', '10.0.0.1, 2001:db8::/32', { security: { adminAllow: ['10.0.0.1', '2001:db8::/32'] } }],
    ['ADMIN_IDLE_MINUTES', '5', { security: { adminIdleMinutes: 5 } }],
    ['ADMIN_EMAIL', 'a@b.example', { security: { adminEmail: 'a@b.example' } }],
    ['ADMIN_PASSWORD', '0123456789', { security: { adminPassword: '0123456789' } }],
    ['LOG_LEVEL', 'silent', { logging: { level: 'silent' } }],
    ['LOG_FORMAT', 'json', { logging: { format: 'json' } }],
    ['SQLITE_SYNCHRONOUS', 'normal', { database: { sqliteSynchronous: 'normal' } }],
    ['SESSION_RETENTION_DAYS', '3650', { retention: { endedSessionDays: 3650 } }],
    ['ACTIVITY_RETENTION_DAYS', '3650', { retention: { activityDays: 3650 } }],
    ['REFUSAL_RETENTION_DAYS', '365', { retention: { refusalDays: 365 } }],
    ['AUDIT_RETENTION_DAYS', '30', { retention: { auditDays: 30 } }],
    ['CARD_JOB_RETENTION_DAYS', '1', { retention: { cardJobDays: 1 } }],
    ['BLOCK_RETENTION_DAYS', '1', { retention: { blockDays: 1 } }],
    ['TRIAL_RETENTION_DAYS', '1', { retention: { trialDays: 1 } }],
    ['VARIABLE_VERSIONS', '1', { retention: { variableVersions: 1 } }],
    ['FUNCTION_VERSIONS', '1', { retention: { functionVersions: 1 } }],
    ['LIMIT_WRONG_GUESSES', '0', { limits: { wrongGuesses: 0 } }],
    ['QUOTA_APPLICATION_KEYS', '1', { quotas: { applicationKeys: 1 } }],
    ['QUOTA_APPLICATION_BYTES', '1099511627776', { quotas: { applicationBytes: 2 ** 40 } }],
    ['QUOTA_CARD_KEYS', '1', { quotas: { cardKeys: 1 } }],
    ['QUOTA_CARD_BYTES', '1', { quotas: { cardBytes: 1 } }],
    ['QUOTA_DEVICES', '1', { quotas: { devices: 1 } }],
    ['QUOTA_SESSIONS', '1', { quotas: { sessions: 1 } }],
    ['SESSIONS_KEPT', '10', { retention: { endedSessions: 10 } }],
    ['REFUSALS_PER_HOUR', '10', { retention: { refusalsPerHour: 10 } }],
    ['FUNCTION_QUEUE_BYTES', '262144', { functions: { queueBytes: 262_144 } }],
    ['METRICS_PORT', '9464', { metrics: { port: 9464 } }],
    ['FUNCTION_WORKERS', '4', { functions: { workers: 4 } }],
    ['FUNCTION_TIMEOUT_MS', '10', { functions: { timeoutMs: 10 } }],
    ['FUNCTION_MEMORY_MB', '1024', { functions: { memoryMb: 1024 } }],
    ['FUNCTION_QUEUE', '0', { functions: { queue: 0 } }],
    ['FUNCTION_CALLS_PER_WORKER', '1', { functions: { callsPerWorker: 1 } }],
  ])('reads %s=%s', (variable, text, expected) => {
    expect(loadConfig({ [variable]: text })).toMatchObject(expected);
  });

  const PORT = 'PORT must be a port number from 0 to 65535';
  const BYTES = 'BODY_LIMIT_BYTES must be a whole number of bytes from 1024 to 1048576';
  const POOL = 'DATABASE_POOL_SIZE must be a whole number from 2 to 500';
  const DAYS = 'SESSION_RETENTION_DAYS must be a whole number of days from 1 to 3650';
  const URL = 'DATABASE_URL must look like mysql://user:password@host:3306/database (or mariadb://…)';
  const PROXY =
    'TRUST_PROXY must be comma-separated addresses or CIDR ranges (or loopback, linklocal, uniquelocal)';
  const WEAK =
    'ACCEPT_WEAK must be a comma-separated list of settings from HOST, DATA_DIR, DATABASE_URL, ENCRYPTION_KEY, ADMIN_PASSWORD';
  const KEY = 'ENCRYPTION_KEY must be 32 bytes in base64 (generate one with: openssl rand -base64 32)';

  it.each([
    ['PORT', 'http', PORT],
    ['PORT', '65536', PORT],
    ['PORT', '-1', PORT],
    ['PORT', '80.5', PORT],
    ['MAX_CONNECTIONS', '9', 'MAX_CONNECTIONS must be a whole number from 10 to 1000000'],
    ['BODY_LIMIT_BYTES', '256 KiB', BYTES],
    ['BODY_LIMIT_BYTES', '1023', BYTES],
    ['BODY_LIMIT_BYTES', '1048577', BYTES],
    ['BODY_LIMIT_BYTES', '2048.5', BYTES],
    ['TRUST_PROXY', 'true', PROXY],
    ['TRUST_PROXY', 'proxy.example.org', PROXY],
    ['TRUST_PROXY', '10.0.0.1,', PROXY],
    ['TRUST_PROXY', '10.0.0', PROXY],
    ['TRUST_PROXY', '256.0.0.1', PROXY],
    ['TRUST_PROXY', '10.0.0.0/33', PROXY],
    ['TRUST_PROXY', 'fd00::/129', PROXY],
    ['TRUST_PROXY', '1:2', PROXY],
    ['DATABASE_URL', 'postgres://u:p@db/latchkey', URL],
    ['DATABASE_URL', 'mysql://db', URL],
    ['DATABASE_URL', 'mysql://u:p@db:3306/', URL],
    ['DATABASE_POOL_SIZE', '1', POOL],
    ['DATABASE_POOL_SIZE', '501', POOL],
    ['DATABASE_POOL_SIZE', 'many', POOL],
    [
      'REDIS_URL',
      'localhost:6379',
      'REDIS_URL must look like redis://user:password@host:6379/0 (in a password, write # as %23, / as %2F, ? as %3F)',
    ],
    ['ENCRYPTION_KEY', 'secret', KEY],
    ['ENCRYPTION_KEY', 'A'.repeat(42), KEY],
    ['ENCRYPTION_KEY', 'A'.repeat(64), KEY],
    [
      'OUTGOING_ALLOW',
      '10.0.0.0/33',
      'OUTGOING_ALLOW must be comma-separated host names, addresses or CIDR ranges',
    ],
    [
      'OUTGOING_ALLOW',
      'https://hooks.internal',
      'OUTGOING_ALLOW must be comma-separated host names, addresses or CIDR ranges',
    ],
    ['OUTGOING_ALLOW', '10.1', 'OUTGOING_ALLOW must be comma-separated host names, addresses or CIDR ranges'],
    ['ADMIN_ALLOW', 'office', 'ADMIN_ALLOW must be comma-separated addresses or CIDR ranges'],
    ['ADMIN_ALLOW', '10.0.0.1,', 'ADMIN_ALLOW must be comma-separated addresses or CIDR ranges'],
    ['ACCEPT_WEAK', 'all', WEAK],
    ['ACCEPT_WEAK', 'HOST,', WEAK],
    ['ADMIN_EMAIL', 'nobody', 'ADMIN_EMAIL must be an email address'],
    ['ADMIN_PASSWORD', 'too short', 'ADMIN_PASSWORD must have at least 10 characters'],
    ['ADMIN_IDLE_MINUTES', '4', 'ADMIN_IDLE_MINUTES must be a whole number from 5 to 43200'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    ['LOG_FORMAT', 'xml', 'LOG_FORMAT must be one of auto, json, pretty'],
    ['SQLITE_SYNCHRONOUS', 'off', 'SQLITE_SYNCHRONOUS must be one of full, normal'],
    ['SESSION_RETENTION_DAYS', '0', DAYS],
    ['SESSION_RETENTION_DAYS', '3651', DAYS],
    ['SESSION_RETENTION_DAYS', 'ever', DAYS],
    ['VARIABLE_VERSIONS', '0', 'VARIABLE_VERSIONS must be a whole number from 1 to 10000'],
    ['FUNCTION_VERSIONS', '0', 'FUNCTION_VERSIONS must be a whole number from 1 to 10000'],
    ['LIMIT_REFUSED_REQUESTS', '-1', 'LIMIT_REFUSED_REQUESTS must be a whole number from 0 to 60000'],
    ['METRICS_PORT', 'yes', 'METRICS_PORT must be a port number from 0 to 65535'],
    [
      'METRICS_TOKEN',
      'short',
      'METRICS_TOKEN must have at least 16 characters (generate one with: openssl rand -hex 16)',
    ],
    ['FUNCTION_WORKERS', '0', 'FUNCTION_WORKERS must be a whole number from 1 to 64'],
    ['FUNCTION_TIMEOUT_MS', '9', 'FUNCTION_TIMEOUT_MS must be a whole number from 10 to 60000'],
    ['FUNCTION_MEMORY_MB', '1025', 'FUNCTION_MEMORY_MB must be a whole number from 8 to 1024'],
    ['FUNCTION_QUEUE', '-1', 'FUNCTION_QUEUE must be a whole number from 0 to 100000'],
    [
      'FUNCTION_CALLS_PER_WORKER',
      '1.5',
      'FUNCTION_CALLS_PER_WORKER must be a whole number from 1 to 1000000',
    ],
  ])('reports the rule that %s=%s violates, only once', (variable, text, fault) => {
    expect(faultsOf({ [variable]: text })).toEqual([fault]);
  });

  describe('several processes', () => {
    const shared = { DATABASE_URL: 'mysql://u:p@db/latchkey', REDIS_URL: 'redis://cache' };
    const fault =
      'WORKERS greater than 1 requires DATABASE_URL and REDIS_URL: several processes need MySQL or MariaDB and a shared Redis';

    it.each([
      [{ WORKERS: '2' }, fault],
      [{ WORKERS: '2', REDIS_URL: shared.REDIS_URL }, fault],
      [{ WORKERS: '2', DATABASE_URL: shared.DATABASE_URL }, fault],
      [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 64'],
      [{ WORKERS: '65', ...shared }, 'WORKERS must be a whole number from 1 to 64'],
      [{ WORKERS: 'many', ...shared }, 'WORKERS must be a whole number from 1 to 64'],
    ])('%j is refused', (environment, expected) => {
      expect(faultsOf(environment)).toEqual([expected]);
    });

    it('work with MySQL and a Redis', () => {
      expect(loadConfig({ WORKERS: '3', ...shared }).processes.workers).toBe(3);
    });

    it('share the cores for functions, unless FUNCTION_WORKERS is set', () => {
      const alone = loadConfig({ ...shared }).functions.workers;
      expect(loadConfig({ WORKERS: '2', ...shared }).functions.workers).toBe(Math.max(1, alone >> 1));
      expect(loadConfig({ WORKERS: '64', ...shared }).functions.workers).toBe(1);
      expect(loadConfig({ WORKERS: '2', FUNCTION_WORKERS: '5', ...shared }).functions.workers).toBe(5);
    });
  });

  describe('a secret in a file', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const file = (text: string) => {
      const path = join(folder, 'secret');
      writeFileSync(path, text);
      return path;
    };

    it.each(['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN'])(
      'reads %s_FILE instead of the variable',
      (variable) => {
        const values: Record<string, string> = {
          DATABASE_URL: 'mysql://u:p@db/latchkey',
          REDIS_URL: 'redis://:p@cache',
          ENCRYPTION_KEY: `${'A'.repeat(43)}=`,
        };
        const value = values[variable] ?? 'a secret of some length';
        const expected = JSON.stringify(loadConfig({ [variable]: value }));
        for (const end of ['', '\n', '\r\n'])
          expect(JSON.stringify(loadConfig({ [`${variable}_FILE`]: file(value + end) }))).toBe(expected);
      },
    );

    it('keeps everything except the line end', () => {
      const { security } = loadConfig({ ADMIN_PASSWORD_FILE: file(' ten letters \n') });
      expect(security.adminPassword).toBe(' ten letters ');
    });

    it('is reported with its fault', () => {
      const both = { ADMIN_PASSWORD: 'ten letters', ADMIN_PASSWORD_FILE: file('ten letters') };
      expect(faultsOf(both)).toEqual([
        'ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set: remove one of them',
      ]);
      const none = join(folder, 'none');
      expect(faultsOf({ ENCRYPTION_KEY_FILE: none })).toEqual([
        expect.stringMatching(/^ENCRYPTION_KEY_FILE names a file that cannot be read: ENOENT.*none/),
      ]);
      expect(faultsOf({ REDIS_URL_FILE: file('\n') })).toEqual([
        `REDIS_URL_FILE names an empty file: ${join(folder, 'secret')}`,
      ]);
      expect(faultsOf({ ENCRYPTION_KEY_FILE: file('hunter2') })).toEqual([KEY]);
    });

    it('is not supported for other settings', () => {
      expect(loadConfig({ PORT_FILE: file('1') }).http.port).toBe(3000);
    });
  });

  describe('TLS', () => {
    const faultOf = (parameters: string, host = 'db') =>
      faultsOf({ DATABASE_URL: `mysql://u:p@${host}/latchkey?${parameters}` });

    it.each([
      ...['charset=utf8mb4', 'hunter2@db/x', 'hunter2&x@db/x'].map((parameters) => [
        parameters,
        'DATABASE_URL has a parameter that is not known (known: ssl-mode, ssl-ca, ssl-cert, ssl-key)',
      ]),
      [
        'ssl-mode=on',
        'DATABASE_URL has an unknown ssl-mode "on" (known: disabled, required, verify_ca, verify_identity)',
      ],
      ['ssl-mode=required&ssl-mode=disabled', 'DATABASE_URL has the parameter "ssl-mode" twice'],
      [
        'ssl-mode=verify_ca',
        'DATABASE_URL has ssl-mode=verify_ca, which requires ssl-ca=<file of the authority>',
      ],
      ['ssl-mode=verify-identity&ssl-cert=/c', 'DATABASE_URL needs ssl-cert and ssl-key together'],
      [
        'ssl-mode=disabled&ssl-ca=/ca',
        'DATABASE_URL has ssl-mode=disabled together with other TLS parameters',
      ],
    ])('%s is refused', (parameters, fault) => expect(faultOf(parameters)).toEqual([fault]));

    it('reports a file that cannot be read, and a file that is not a certificate', () => {
      expect(faultOf('ssl-ca=/none/ca.pem')).toEqual([
        expect.stringMatching(/^DATABASE_URL names by ssl-ca a file that cannot be read: ENOENT.*ca\.pem/),
      ]);
      const REDIS_URL = 'rediss://cache';
      expect(faultsOf({ REDIS_URL, REDIS_TLS_CA: '/etc/hostname' })).toEqual([
        'REDIS_TLS_CA names a file that is not PEM: /etc/hostname',
      ]);
    });

    it('requires a name to compare with the certificate', () => {
      for (const host of ['10.0.0.1:3306', '[::1]'])
        expect(faultOf('ssl-mode=verify_identity', host)).toEqual([
          expect.stringMatching(/^DATABASE_URL has the host address .* ssl-mode=verify_ca with ssl-ca$/),
        ]);
    });

    it('of Redis requires a URL with TLS', () => {
      const faults = faultsOf({ REDIS_URL: 'redis://cache', REDIS_TLS_CA: '/none' });
      expect(faults).toContain(
        'REDIS_TLS_CA needs a REDIS_URL with TLS: rediss://host:6379, rediss+sentinel://… or rediss+cluster://…',
      );
    });
  });

  it('lists everything that is wrong at once', () => {
    const faults = faultsOf({ PORT: 'x', DATABASE_POOL_SIZE: '0', LOG_FORMAT: 'x', ENCRYPTION_KEY: 'x' });
    expect(faults).toEqual([PORT, POOL, KEY, 'LOG_FORMAT must be one of auto, json, pretty']);
  });

  it('does not repeat a secret in its message', () => {
    const faults = faultsOf({ ENCRYPTION_KEY: 'hunter2', DATABASE_URL: 'mysql://root:hunter2' });
    expect(faults.join()).not.toContain('hunter2');
  });
});
