import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { Driver } from './driver.js';
import { LicenceServer } from './licence-server.js';
import { Relay } from './relay.js';
import { describeSdk, type Sdk } from './sdks.js';

/** The server that all tests of the suite share. */
export let server: LicenceServer;
/** The driver that all tests of the suite share. */
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
    // These hooks are registered after the suite's own hooks, and therefore run after them.
    afterEach(() => relay.close());
    afterAll(async () => {
      await driver.stop();
      await server.stop();
    });
  });
}

/** Returns a name that no test has used, for example for a device. */
export function newName(sdk: Sdk): string {
  return `${sdk.name}-${++devices}`;
}
