import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { Driver } from './driver.js';
import { LicenceServer } from './licence-server.js';
import { Relay } from './relay.js';
import { describeSdk, type Sdk } from './sdks.js';

/** One for the suite. */
export let server: LicenceServer;
/** One for the suite. */
export let driver: Driver;
/** A relay between the driver and the server; each test gets a new one. */
export let relay: Relay;

let devices = 0;

/** Like `describeSdk`, with a real server in a process of its own, a driver and a relay. */
export function describeAtServer(suite: (sdk: Sdk) => void): void {
  describeSdk((sdk) => {
    beforeAll(async () => {
      server = await LicenceServer.start();
      driver = Driver.start(sdk);
    });
    beforeEach(async () => {
      relay = await Relay.start(server.url);
    });
    suite(sdk);
    // After those of the suite.
    afterEach(() => relay.close());
    afterAll(async () => {
      await driver.stop();
      await server.stop();
    });
  });
}

/** A name that no test has used, such as a device's. */
export function newName(sdk: Sdk): string {
  return `${sdk.name}-${++devices}`;
}
