import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VECTORS } from '../../test/support/test-vectors.js';
import { Driver } from '../conformance/driver.js';
import { describeSdk } from '../conformance/sdks.js';

const YEARS_SEC = 10 * 365 * 86_400;

/** The store in a folder, with files that version 0.1.0 of the SDK has written. */
describeSdk((sdk) => {
  let folder: string;
  let driver: Driver;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-sdk-'));
    driver = Driver.start(sdk);
  });
  afterEach(async () => {
    await driver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['a bare number', (time: number) => `${time}`, 'clock'],
    ['of another application', (time: number) => JSON.stringify({ app_key: 'other', time }), 'expired'],
    ['unreadable', () => '{', 'expired'],
  ])('the greatest time, %s', async (_, write, reason) => {
    writeFileSync(join(folder, 'time'), write(Math.floor(Date.now() / 1000) + YEARS_SEC));
    const [{ ticket, device_id }] = VECTORS.tickets as [(typeof VECTORS.tickets)[number]];
    const options = {
      hosts: ['http://127.0.0.1:1'],
      app_key: VECTORS.app_key,
      app_secret: VECTORS.app_secret,
      public_keys: [VECTORS.key.public_key],
      device_id,
      store: folder,
    };
    await driver.get('new', { client: 'client', options });
    expect(await driver.call('open_ticket', [ticket])).toMatchObject({ error: { name: 'ticket', reason } });
  });

  it('a file that only this user can read, and no other', async () => {
    const options = { hosts: ['http://127.0.0.1:1'], app_key: 'app', app_secret: 'secret', store: folder };
    await driver.get('new', { client: 'client', options });
    await driver.call('device_id');
    expect(readdirSync(folder)).toEqual(['device']);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'device')).mode & 0o777).toBe(0o600);
  });

  it('no temporary file when writing fails', async () => {
    mkdirSync(join(folder, 'device'));
    const options = { hosts: ['http://127.0.0.1:1'], app_key: 'app', app_secret: 'secret', store: folder };
    await driver.get('new', { client: 'client', options });
    await driver.call('device_id');
    expect(readdirSync(folder)).toEqual(['device']);
  });

  it('the usual folder, with an empty XDG_DATA_HOME', async () => {
    const other = Driver.start(sdk, { HOME: folder, XDG_DATA_HOME: '' });
    try {
      const options = { hosts: ['http://127.0.0.1:1'], app_key: 'app', app_secret: 'secret' };
      await other.get('new', { client: 'client', options });
      await other.call('device_id');
      expect(existsSync(join(folder, '.local/share/latchkey/app/device'))).toBe(true);
    } finally {
      await other.stop();
    }
  });
});
