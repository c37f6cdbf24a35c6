import { describe } from '@jest/globals';

/** An SDK whose driver is built. */
export interface Sdk {
  /** Name of its folder in `sdks`. */
  name: string;
  language: string;
  /** Folder of the built driver. */
  folder: string;
  /** Command that starts the driver there. */
  run: string[];
  /** Names of the extras in driver.json whose programs are installed. */
  extras: string[];
  /** True if handlers run in a thread of their own, so that a handler that blocks delays no heartbeat. */
  threads: boolean;
}

/** The SDKs that `npm run test:sdks` has built. */
export const SDKS = JSON.parse(process.env.TEST_SDKS ?? '[]') as Sdk[];

/** The SDK of jest's project. */
export const SDK = SDKS.find(
  ({ name }) => name === (globalThis as { LATCHKEY_TEST_SDK?: string }).LATCHKEY_TEST_SDK,
)!;

/** Like `describe`, for the SDK. */
export function describeSdk(suite: (sdk: Sdk) => void): void {
  describe(SDK.language, () => suite(SDK));
}

/** Like `describe`, for an extra in driver.json; skipped where its programs are not installed. */
export function describeExtra(name: string, suite: (sdk: Sdk) => void): void {
  (SDK.extras.includes(name) ? describe : describe.skip)(`${SDK.language}, ${name}`, () => suite(SDK));
}
