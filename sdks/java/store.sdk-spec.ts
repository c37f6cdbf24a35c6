import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Driver } from '../conformance/driver.js';
import { idsOf } from '../conformance/device-ids.js';
import { describeSdk } from '../conformance/sdks.js';

/** On a system that the SDK does not know, the device id is random. */
const UNKNOWN_SYSTEM = { JAVA_TOOL_OPTIONS: '-Dos.name=unknown' };

const fields = (store: string) => ({
  client: 'client',
  options: { hosts: ['http://127.0.0.1:1'], app_key: 'app', app_secret: 'secret', store },
});

/** The store in a folder. */
describeSdk((sdk) => {
  let folder: string;
  let driver: Driver;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-sdk-'));
    driver = Driver.start(sdk, UNKNOWN_SYSTEM);
  });
  afterEach(async () => {
    await driver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps a random device id', async () => {
    await driver.get('new', fields(folder));
    const { ok } = await driver.call('device_id');
    await driver.get('new', fields(folder));
    expect((await driver.call('device_id')).ok).toEqual(ok);
  });

  it('gives programs that start at the same time one random device id', async () => {
    const other = Driver.start(sdk, UNKNOWN_SYSTEM);
    try {
      const ids = await idsOf([driver, other], fields(folder).options);
      expect(new Set(ids).size).toBe(1);
      expect(readdirSync(folder)).toEqual(['device']);
    } finally {
      await other.stop();
    }
  });

  it('refuses a random device id that cannot be stored', async () => {
    writeFileSync(join(folder, 'file'), '');
    const store = join(folder, 'file', 'store');
    const error = await driver.fail('new', fields(store));
    expect(error).toMatchObject({
      kind: 'misuse',
      message: `store: it cannot store the random device id (cannot create the folder ${store}): give a store that can be written, or deviceId`,
    });
  });

  it('lets only the owner read its folder and files', async () => {
    const store = join(folder, 'store');
    await driver.get('new', fields(store));
    expect(readdirSync(store)).toEqual(['device']);
    expect(statSync(join(store, 'device')).mode & 0o777).toBe(0o600);
    expect(statSync(store).mode & 0o066).toBe(0);
  });

  it('replaces a file as a whole, whatever an earlier run has left', async () => {
    writeFileSync(join(folder, 'device'), 'x'.repeat(1000));
    mkdirSync(join(folder, 'device.new'));
    await driver.get('new', fields(folder));
    expect(JSON.parse(readFileSync(join(folder, 'device'), 'utf8'))).toMatchObject({ app_key: 'app' });
  });

  it('leaves no temporary file when it cannot replace a file', async () => {
    mkdirSync(join(folder, 'device', 'taken'), { recursive: true });
    const error = await driver.fail('new', fields(folder));
    expect(error.message).toContain(`(cannot write ${join(folder, 'device')})`);
    expect(readdirSync(folder)).toEqual(['device']);
  });
});
