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
}

/** The SDKs of this run, which `npm run test:sdks` has built. */
export const SDKS = JSON.parse(process.env.TEST_SDKS ?? '[]') as Sdk[];

/** Like `describe`, once for each SDK of this run. */
export function describeSdks(suite: (sdk: Sdk) => void): void {
  describe.each(SDKS)('$language', suite);
}
