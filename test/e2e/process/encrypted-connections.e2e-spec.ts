import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { freePort, type PrivateServer } from '../../../tools/private-server.js';
import { type CertificateFiles, makeAuthority, signedBy } from '../../support/certificates.js';
import { withTestDataSource } from '../../support/open-data-source.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { latchkey, ServerProcess, untilReady } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const PASSWORD = 'a-password-of-its-own';
const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;
const describeOnRedis = ENGINE === 'mysql' && REDIS_URL !== undefined ? describe : describe.skip;

let folder: string;
let authority: CertificateFiles;
let stranger: CertificateFiles;
let own: CertificateFiles;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-certificates-'));
  authority = makeAuthority(folder, 'authority');
  stranger = makeAuthority(folder, 'stranger');
  own = signedBy(authority, folder, 'localhost');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeOnMysql('a MySQL with TLS and an account that requires it', () => {
  let mysql: PrivateServer;
  let database: TestDatabase;
  beforeAll(async () => {
    mysql = (await startPrivateMysql([`--ssl-cert=${own.certificate}`, `--ssl-key=${own.key}`]))!;
    database = await createTestDatabase('mysql', mysql.url);
    const root = await createConnection(mysql.url);
    await root.query(`CREATE USER guest@'%' IDENTIFIED BY '${PASSWORD}' REQUIRE SSL`);
    await root.query(`GRANT ALL ON *.* TO guest@'%'`);
    await root.end();
  });
  afterAll(() => mysql?.stop());

  const environment = (parameters: string, host = 'localhost', user = `guest:${PASSWORD}`) => {
    const { port, pathname } = new URL(database.environment.DATABASE_URL!);
    return {
      ...database.environment,
      DATABASE_URL: `mysql://${user}@${host}:${port}${pathname}${parameters}`,
    };
  };
  const refused = async (settings: Record<string, string>) => {
    const { code, stderr } = await ServerProcess.fail(settings);
    expect(code).toBe(78);
    expect(stderr).not.toContain(PASSWORD);
    return stderr;
  };

  it('refuses a Latchkey without TLS, with a message that names TLS', async () => {
    expect(await refused(environment(''))).toMatch(/Access denied.*requires TLS.*ssl-ca/s);
  });

  it.each([
    ['the authority alone', () => `?ssl-ca=${authority.certificate}`],
    ['the authority and a mode', () => `?ssl-mode=VERIFY_IDENTITY&ssl-ca=${authority.certificate}`],
    ['encryption alone', () => '?ssl-mode=required'],
  ])('serves a Latchkey that sets %s, on every connection', async (_, parameters) => {
    const settings = environment(parameters());
    await (await ServerProcess.start(settings)).stop();
    const cipher = await withTestDataSource(settings, async ({ manager }) => {
      const [row] = await manager.query("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
      return row.Value;
    });
    expect(cipher).not.toBe('');
    expect((await latchkey(settings, ['migrate'])).code).toBe(0);
  });

  it('accepts an IP address instead of a name when only the authority is verified', async () => {
    const settings = environment(`?ssl-mode=verify_ca&ssl-ca=${authority.certificate}`, '127.0.0.1');
    await (await ServerProcess.start(settings)).stop();
    expect(await refused(environment(`?ssl-ca=${authority.certificate}`, '127.0.0.1'))).toMatch(
      /DATABASE_URL .*127\.0\.0\.1.*ssl-mode=verify_ca/s,
    );
  });

  it('is refused with a certificate of another authority, or for another name', async () => {
    expect(await refused(environment(`?ssl-ca=${stranger.certificate}`))).toMatch(/certificate.*ssl-ca/s);
    expect(await refused(environment('?ssl-mode=verify_identity'))).toMatch(/certificate.*ssl-ca/s);
    // A name of this machine that is not in the certificate.
    const other = environment(`?ssl-ca=${authority.certificate}`, hostname());
    expect(await refused(other)).toMatch(/altnames.*name that the server's certificate contains/s);
  });

  it('is reported when the database has no TLS', async () => {
    const plain = (await startPrivateMysql([
      mysql.name.startsWith('MySQL') ? '--tls-version=' : '--skip-ssl',
    ]))!;
    try {
      const there = await createTestDatabase('mysql', plain.url);
      const DATABASE_URL = `${there.environment.DATABASE_URL!.replace('127.0.0.1', 'localhost')}?ssl-ca=${authority.certificate}`;
      expect(await refused({ ...there.environment, DATABASE_URL })).toMatch(/turn on TLS there/);
    } finally {
      await plain.stop();
    }
  });
});

describeOnRedis('a Redis with TLS and a password', () => {
  let database: TestDatabase;
  let redis: PrivateServer;
  let port: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    port = await freePort();
    const files = [
      '--tls-cert-file',
      own.certificate,
      '--tls-key-file',
      own.key,
      '--tls-ca-cert-file',
      authority.certificate,
    ];
    redis = (await startPrivateRedis([
      '--tls-port',
      String(port),
      '--tls-auth-clients',
      'no',
      '--requirepass',
      PASSWORD,
      ...files,
    ]))!;
  });
  afterAll(async () => {
    await redis?.stop();
    await database?.drop();
  });

  const refused = async (more: Record<string, string>) => {
    const { code, stderr } = await ServerProcess.fail({ ...database.environment, ...more });
    expect(code).toBe(78);
    expect(stderr).not.toContain(PASSWORD);
    return stderr;
  };
  const url = () => `rediss://:${PASSWORD}@localhost:${port}`;

  it('serves a server that knows its authority', async () => {
    const environment = { ...database.environment, REDIS_URL: url(), REDIS_TLS_CA: authority.certificate };
    const server = await ServerProcess.start(environment);
    await untilReady(server.url);
    await server.stop();
  });

  it('is refused without its authority', async () => {
    expect(await refused({ REDIS_URL: url() })).toMatch(/certificate.*REDIS_TLS_CA/s);
    expect(await refused({ REDIS_URL: url(), REDIS_TLS_CA: stranger.certificate })).toMatch(/REDIS_TLS_CA/);
  });

  it('that refuses the password, or requires one, is reported at start', async () => {
    expect(await refused({ REDIS_URL: redis.url })).toMatch(/NOAUTH.*requires a password/s);
    expect(await refused({ REDIS_URL: redis.url.replace('://', '://:wrong@') })).toMatch(
      /WRONGPASS.*password/s,
    );
  });

  it('that is in protected mode is reported at start', async () => {
    // Redis treats every loopback address as its own machine. This is its greeting to other machines.
    const greeting = '-DENIED Redis is running in protected mode because protected mode is enabled\r\n';
    const other = createServer((socket) => socket.on('error', () => undefined).end(greeting)).listen(
      0,
      '127.0.0.1',
    );
    await once(other, 'listening');
    const { port: taken } = other.address() as { port: number };
    expect(await refused({ REDIS_URL: `redis://127.0.0.1:${taken}` })).toMatch(/DENIED.*requirepass/s);
    other.close();
  });
});
