import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Admin } from '@app/database';
import { withTestDataSource } from '../../support/open-data-source.js';
import { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const ZERO_KEY = Buffer.alloc(32).toString('base64');
const WEAK_PASSWORD = 'changeme12';

describe('a server with NODE_ENV=production', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** The tests' own MySQL has no password. */
  const production = (more: Record<string, string> = {}) => ({
    ...database.environment,
    NODE_ENV: 'production',
    ACCEPT_WEAK: 'DATABASE_URL',
    ...more,
  });

  it('does not start with weak settings, and names them all', async () => {
    const weak = { HOST: '0.0.0.0', ENCRYPTION_KEY: ZERO_KEY, ADMIN_PASSWORD: WEAK_PASSWORD };
    const { code, stdout, stderr } = await ServerProcess.fail(production(weak));
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toMatch(/^NODE_ENV is production, and these settings are weak \(.* ACCEPT_WEAK\):\n/);
    expect(stderr.match(/(?<=\n {2}- )[A-Z_]+/g)).toEqual(Object.keys(weak));
    for (const secret of [ZERO_KEY, WEAK_PASSWORD]) expect(stderr).not.toContain(secret);
  });

  it('does not start without an administrator: it would have to print a password', async () => {
    const { code, stdout, stderr } = await ServerProcess.fail(production({ ADMIN_PASSWORD: '' }));
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toMatch(/^There is no administrator yet.*set ADMIN_PASSWORD.*create-admin.*\n$/);
  });

  describe('that runs', () => {
    let server: ServerProcess;
    beforeAll(async () => {
      server = await ServerProcess.start(
        production({
          ADMIN_PASSWORD: WEAK_PASSWORD,
          ACCEPT_WEAK: 'DATABASE_URL,ADMIN_PASSWORD',
        }),
      );
    });
    afterAll(() => server.stop());

    it('has logged the accepted settings', () =>
      server.logged('Accepted by ACCEPT_WEAK: ADMIN_PASSWORD is well known'));

    it('has stored the password of the administrator as an expensive hash', async () => {
      const admins = await withTestDataSource(database.environment, ({ manager }) => manager.find(Admin));
      expect(admins).toMatchObject([
        { passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
      ]);
    });

    it('has returned the memory of its start to the system', () => {
      const [, resident] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))!;
      expect(Number(resident) / 1024).toBeLessThan(190);
    });

    it('accepts only connections from this machine, unless HOST is set', async () => {
      const { hostname, port } = new URL(server.url);
      expect(hostname).toBe('127.0.0.1');
      const addresses = Object.values(networkInterfaces())
        .flatMap((each) => each ?? [])
        .flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : []));
      for (const address of addresses) await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
    });

    it('has created files that only its owner can read', () => {
      const folder = database.environment.DATA_DIR;
      const files = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
      expect(files).toContainEqual(['secret.key', 0o600]);
      for (const [name, mode] of files) expect([name, mode]).toEqual([name, 0o600]);
    });

    it.each(['/admin/', '/docs', '/api/admin/v1/auth/me', '/nowhere'])(
      'allows browsers no third-party scripts or requests: %s',
      async (path) => {
        const { headers } = await fetch(server.url + path);
        const policy = headers.get('content-security-policy')!.split(';');
        expect(policy).toEqual(
          expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
        );
        for (const directive of policy) expect(directive).not.toMatch(/https?:|\*|'unsafe-eval'/);
        expect(policy.filter((directive) => directive.includes('unsafe'))).toEqual([
          "style-src 'self' 'unsafe-inline'",
        ]);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-powered-by')).toBeNull();
      },
    );
  });
});
