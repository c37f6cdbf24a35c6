import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Driver } from '../conformance/driver.js';
import { idsOf } from '../conformance/device-ids.js';
import { describeSdk } from '../conformance/sdks.js';

/** The folder of a client, and a random device id. */
describeSdk((sdk) => {
  let driver: Driver;
  let folder: string;
  beforeEach(() => {
    driver = Driver.start(sdk);
    folder = mkdtempSync(join(tmpdir(), 'latchkey-store-'));
  });
  afterEach(async () => {
    await driver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const withOptions = (more: object) => ({
    client: 'client',
    options: { hosts: ['http://127.0.0.1:1'], app_key: 'key', app_secret: 'secret', store: folder, ...more },
  });
  /** With an empty Android id, the SDK treats the device as one without an id. */
  const withoutMachineId = (more: object = {}) => withOptions({ android_id: '', ...more });

  it('has files that only their owner can read, and no others', async () => {
    await driver.get('new', withOptions({ app_key: 'earlier key' }));
    await driver.get('new', withOptions({}));
    expect(readdirSync(folder)).toEqual(['device']);
    expect(statSync(join(folder, 'device')).mode & 0o777).toBe(0o600);
  });

  it('has no temporary file after a failed write', async () => {
    mkdirSync(join(folder, 'device'));
    await driver.get('new', withOptions({ android_id: 'id of the machine' }));
    expect(readdirSync(folder)).toEqual(['device']);
  });

  it('keeps a random device id', async () => {
    await driver.get('new', withoutMachineId());
    const { ok } = await driver.call('device_id');
    await driver.get('new', withoutMachineId());
    expect(await driver.call('device_id')).toEqual({ id: expect.any(Number), ok });
  });

  it('gives programs that start at the same time one random device id', async () => {
    const other = Driver.start(sdk);
    try {
      const ids = await idsOf([driver, other], withoutMachineId().options);
      expect(new Set(ids).size).toBe(1);
      expect(readdirSync(folder)).toEqual(['device']);
    } finally {
      await other.stop();
    }
  });

  it('must be writable if the device id is random', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const error = await driver.fail('new', withoutMachineId({ store: join(file, 'store') }));
    expect(error.kind).toBe('misuse');
    expect(error.message).toMatch(
      /^Store: it cannot store the random device id \(.+\): give a Store or StoreFolder that can be written, or DeviceId$/,
    );
  });
});
