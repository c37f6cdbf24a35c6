import { expect, it } from '@jest/globals';
import { SDKS } from '../sdks.js';
import { describeSoak, soak, type SoakPlan } from './soak.js';

/** `npm run test:soak` sets these variables. Without them, the run is short. */
const { TEST_SOAK_MINUTES, TEST_SOAK_SEED = '1' } = process.env;
const say = (line: string) => process.stdout.write(`${line}\n`);
const PLAN: SoakPlan =
  TEST_SOAK_MINUTES === undefined
    ? { settings: { hg: 1, timeoutSec: 2, graceSec: 12 }, seed: TEST_SOAK_SEED }
    : {
        settings: { hg: 2, timeoutSec: 3, graceSec: 20 },
        seed: TEST_SOAK_SEED,
        minutes: Number(TEST_SOAK_MINUTES),
        say,
      };
/** Extra time after the given minutes, in which the last cycle is completed and the run ends. */
const REST_MS = 900_000;

/** The session keepers of all SDKs against a server with continuous faults. */
it(
  `the keepers of ${SDKS.map(({ language }) => language).join(', ')} are right whatever happens to the server`,
  async () => {
    let result = await soak(SDKS, PLAN);
    if (!PLAN.minutes) {
      // A busy machine can delay a program in ways that the run does not measure. So only a deviation in a second run
      // counts as a fault of an SDK.
      const suspects = result.keepers.filter(({ faults }) => faults.length > 0);
      const again = SDKS.filter((sdk) => suspects.some(({ language }) => language === sdk.language));
      if (again.length > 0) result = await soak(again, PLAN);
    }
    const faults = result.keepers.flatMap((keeper) => keeper.faults);
    if (PLAN.say) say(describeSoak(result, PLAN));
    expect(faults).toEqual([]);
  },
  (PLAN.minutes ?? 0) * 60_000 + REST_MS,
);
