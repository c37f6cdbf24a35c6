import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VECTORS } from '../../test/support/test-vectors.js';
import { Driver } from '../conformance/driver.js';
import { describeSdk } from '../conformance/sdks.js';

const YEARS_SEC = 10 * 365 * 86_400;

/** Reads store files that version 0.1.0 of the SDK has written. */
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
});
