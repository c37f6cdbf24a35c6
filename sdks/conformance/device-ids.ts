import type { Driver } from './driver.js';

/** Creates several clients in each driver at the same time; returns their device ids. */
export async function idsOf(drivers: Driver[], options: object): Promise<string[]> {
  const names = Array.from({ length: 5 }, (_, i) => `client ${i}`);
  const ids = drivers.flatMap((driver) =>
    names.map(async (client) => {
      await driver.get('new', { client, options });
      const { ok } = await driver.call('device_id', [], client);
      return (ok as { device_id: string }).device_id;
    }),
  );
  return Promise.all(ids);
}
