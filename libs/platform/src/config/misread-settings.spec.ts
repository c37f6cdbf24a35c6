import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../startup-error.js';
import { loadConfig } from './load-config.js';

/** Returns the only fault of an environment, or `undefined` if the environment is accepted. */
function faultOf(environment: Record<string, string>): string | undefined {
  try {
    loadConfig(environment);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [, fault, ...others] = error.message.split('\n');
    expect(others).toEqual([]);
    return fault!.replace('  - ', '');
  }
}

const HOST = 'must be an IP address or a host name, without scheme, port or brackets';
const REDIS =
  'must look like redis://user:password@host:6379/0 (in a password, write # as %23, / as %2F, ? as %3F)';
const SENTINEL =
  'must look like redis+sentinel://user:password@host:26379,host:26379,host:26379/mymaster/0 ' +
  '(in a password, write # as %23, / as %2F, ? as %3F, @ as %40)';
const CLUSTER =
  'must look like redis+cluster://user:password@host:6379,host:6379,host:6379, without the number of a database ' +
  '(in a password, write # as %23, / as %2F, ? as %3F, @ as %40)';
const PORT = 'has an invalid port: it must be from 1 to 65535';
const ESCAPE = 'has a % in its user name or password that is not part of an escape: write % as %25';
const DIGITS = 'must be a whole number written in digits, such as 1000';

describe('a setting that could be misread', () => {
  it.each(['Production', 'PRODUCTION', 'prod', 'production,', 'staging'])(
    'NODE_ENV=%s is refused',
    (text) => {
      expect(faultOf({ NODE_ENV: text })).toBe(
        'NODE_ENV must be one of production, development, test, written exactly so',
      );
    },
  );

  it.each([
    ...['http://127.0.0.1', '127.0.0.1:80', '999.1.1.1', '*', '[::1]', 'a b', '-a', 'a..b'].flatMap(
      (text) => [
        ['HOST', text, HOST],
        ['METRICS_HOST', text, HOST],
      ],
    ),
    ['REDIS_URL', 'redis://127.0.0.1:99999', PORT],
    ['REDIS_URL', 'redis://127.0.0.1:0', PORT],
    ['REDIS_URL', 'redis://:p@cache:six', PORT],
    ['REDIS_URL', 'redis://cache/abc', 'must have a whole number as its database, as in redis://host:6379/0'],
    ['REDIS_URL', 'redis://cache/1/2', 'must have a whole number as its database, as in redis://host:6379/0'],
    ['REDIS_URL', 'redis://:%ZZ@cache', ESCAPE],
    ['REDIS_URL', 'redis://:hunter#2@cache', REDIS],
    ['REDIS_URL', 'redis://me:1#2@cache', REDIS],
    ['REDIS_URL', 'redis://:hunter/2@cache', REDIS],
    [
      'REDIS_URL',
      'redis://a:6379,b:6379',
      'lists several servers: redis:// takes one. For sentinels, write redis+sentinel://host:26379,host:26379/mymaster; ' +
        'for a cluster, redis+cluster://host:6379,host:6379',
    ],
    ['REDIS_URL', 'sentinel://a:26379', SENTINEL],
    ['REDIS_URL', 'redis-sentinel://a:26379/0#mymaster', SENTINEL],
    ['REDIS_URL', 'redis+sentinel://:p@ss@a/mymaster', SENTINEL],
    ['REDIS_URL', 'redis+sentinel:///mymaster', SENTINEL],
    ['REDIS_URL', 'redis+sentinel://a,,b/mymaster', SENTINEL],
    ['REDIS_URL', 'redis+sentinel://a/mymaster#0', SENTINEL],
    ['REDIS_URL', 'redis+sentinel://a:99999/mymaster', PORT],
    ['REDIS_URL', 'redis+sentinel://a:/mymaster', PORT],
    ['REDIS_URL', 'redis+sentinel://:%ZZ@a/mymaster', ESCAPE],
    [
      'REDIS_URL',
      'redis+sentinel://a:26379,b:26379',
      "must end in the primary's name in the configuration of the sentinels, as in redis+sentinel://host:26379/mymaster",
    ],
    [
      'REDIS_URL',
      'redis+sentinel://a/my%20master',
      "has a primary's name with characters other than letters, digits, . _ and -",
    ],
    [
      'REDIS_URL',
      'redis+sentinel://a/mymaster/x',
      'must have a whole number as its database, as in redis+sentinel://host:26379/mymaster/0',
    ],
    [
      'REDIS_URL',
      'redis+sentinel://a/mymaster?password=p',
      'has a parameter that is not known (known: sentinel_username, sentinel_password)',
    ],
    [
      'REDIS_URL',
      'redis+sentinel://a/mymaster?sentinel_password=p&sentinel_password=p',
      'has the parameter "sentinel_password" twice',
    ],
    [
      'REDIS_URL',
      'redis+sentinel://a/mymaster?sentinel_username=u',
      'has sentinel_username without sentinel_password',
    ],
    [
      'REDIS_URL',
      `redis+sentinel://${Array.from({ length: 51 }, (_, i) => `h${i}`).join()}/mymaster`,
      'must list at most 50 sentinels',
    ],
    ['REDIS_URL', 'rediss-cluster://a', CLUSTER],
    ['REDIS_URL', 'cluster://a', CLUSTER],
    ['REDIS_URL', 'redis+cluster://:p@ss@a,b', CLUSTER],
    ['REDIS_URL', 'redis+cluster://', CLUSTER],
    ['REDIS_URL', 'redis+cluster://a,,b', CLUSTER],
    ['REDIS_URL', 'redis+cluster://a,b/0', CLUSTER],
    ['REDIS_URL', 'redis+cluster://a?x=1', CLUSTER],
    ['REDIS_URL', 'redis+cluster://a:99999', PORT],
    ['REDIS_URL', 'redis+cluster://:%ZZ@a', ESCAPE],
    [
      'REDIS_URL',
      `redis+cluster://${Array.from({ length: 51 }, (_, i) => `h${i}`).join()}`,
      'must list at most 50 nodes of the cluster',
    ],
    ['DATABASE_URL', 'mysql://me:%ZZ@db/latchkey', ESCAPE],
    ['DATABASE_URL', 'mysql://100%:p@db/latchkey', ESCAPE],
    ['DATABASE_URL', 'mysql://me:p@db:99999/latchkey', PORT],
    ['DATABASE_URL', 'mysql://me:p@db:0/latchkey', PORT],
    ['DATABASE_URL', 'mysql://me:hunter2/latchkey', PORT],
    ['PORT', '1e3', DIGITS],
    ['PORT', '+5', DIGITS],
    ['MAX_CONNECTIONS', '0x10', DIGITS],
    ['DATABASE_POOL_SIZE', '2e1', DIGITS],
    ['LIMIT_WRONG_GUESSES', '20.0', DIGITS],
    ['QUOTA_DEVICES', '1_000', 'must be a whole number from 1 to 100000'],
  ])('%s=%s is refused', (variable, text, words) => {
    expect(faultOf({ [variable]: text })).toBe(`${variable} ${words}`);
  });

  it.each(['::1', '::', 'fe80::1%eth0', 'localhost', 'my_host', 'license.example.com'])(
    'HOST=%s is accepted',
    (text) => {
      expect(loadConfig({ HOST: text }).http.host).toBe(text);
    },
  );

  it.each([
    'redis://cache',
    'redis://[::1]:6379/',
    'rediss://me:p%23@cache:6379/15',
    'redis://cache/0?family=6',
    'redis://:a,b@cache',
    'redis+sentinel://a,b:26380,[::1]:26381/mymaster',
    'redis+cluster://a',
    'rediss+cluster://me:p%23@a:7000,b,[::1]:6379/',
    'rediss+sentinel://me:p%23@a/my.master-1/15?sentinel_username=u&sentinel_password=p%26',
  ])('REDIS_URL=%s is accepted', (text) =>
    expect(loadConfig({ REDIS_URL: text }).database.redisUrl).toBe(text),
  );

  it.each(['0.0.0.0/0', '::/0'])(
    'TRUST_PROXY=loopback,%s is refused, since it would trust every client',
    (range) => {
      expect(faultOf({ TRUST_PROXY: `loopback,${range}` })).toBe(
        `TRUST_PROXY must not be ${range}, which lets every client claim any address. List only your proxies`,
      );
    },
  );

  it('TRUST_PROXY is refused with a range that Express does not support', () => {
    expect(faultOf({ TRUST_PROXY: '::ffff:10.0.0.0/104' })).toMatch(
      /^TRUST_PROXY must be comma-separated addresses/,
    );
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['::1', '::'],
  ])('the same PORT on %s and METRICS_PORT on %s are refused', (HOST, METRICS_HOST) => {
    const METRICS_TOKEN = 'sixteen letters!';
    expect(faultOf({ HOST, METRICS_HOST, METRICS_TOKEN, PORT: '9464', METRICS_PORT: '9464' })).toBe(
      'METRICS_PORT and PORT are both 9464: each needs a port of its own',
    );
  });

  it('the same port on different addresses is accepted, and so is port 0', () => {
    for (const HOST of ['10.0.0.1', '::1'])
      expect(faultOf({ HOST, PORT: '9464', METRICS_PORT: '9464' })).toBeUndefined();
    expect(faultOf({ PORT: '0', METRICS_PORT: '0' })).toBeUndefined();
  });
});

describe('a file that a setting names', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-files-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['/dev/null', tmpdir()])('is refused if it is not a regular file: %s', (path) => {
    expect(faultOf({ ENCRYPTION_KEY_FILE: path })).toBe(
      `ENCRYPTION_KEY_FILE names a file that cannot be read: it is not a regular file: ${path}`,
    );
    expect(faultOf({ DATABASE_URL: `mysql://u@db/x?ssl-ca=${path}` })).toBe(
      `DATABASE_URL names by ssl-ca a file that cannot be read: it is not a regular file: ${path}`,
    );
  });

  it('is read up to 64 KiB', () => {
    const path = join(folder, 'long');
    writeFileSync(path, 'x'.repeat(65_536));
    expect(loadConfig({ ADMIN_PASSWORD_FILE: path }).security.adminPassword).toHaveLength(65_536);
    writeFileSync(path, 'x'.repeat(65_537));
    expect(faultOf({ ADMIN_PASSWORD_FILE: path })).toBe(
      `ADMIN_PASSWORD_FILE names a file that cannot be read: it has more than 65536 bytes: ${path}`,
    );
  });
});
