import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { SeededRandom } from '../../../test/support/crash/seeded-random.js';
import type { LicenceServer } from '../licence-server.js';
import { busy, type Exchange, hangUp, passOn, type Rule } from '../relay.js';
import type { SoakedKeeper, SoakSettings } from './soaked-keeper.js';

/** The objects that the steps of the script act on. */
export interface Stage {
  server: LicenceServer;
  keepers: SoakedKeeper[];
  settings: SoakSettings;
  random: SeededRandom;
}

export interface Step {
  name: string;
  /** Omitted from a short run, since another step is similar. */
  isLongOnly?: boolean;
  /** An event that every keeper must report during the step. */
  expects?: { event: 'offline' | 'renewed' } | { event: 'ended'; reason: string; code?: number };
  run(stage: Stage): Promise<void>;
}

const OFFLINE = { event: 'offline' } as const;
const FROZEN = 10212;
const WRONG_DAYS = [-400, -1, 1, 400];
const DRIP_MS = 200;
const PATIENCE_MS = 60_000;

/** The kinds of faults; each cycle of the script contains each of them once. */
export const STEPS: Step[] = [
  { name: 'the server is frozen', expects: OFFLINE, run: (stage) => freeze(stage, longEnough(stage)) },
  {
    name: 'the server is frozen for less than the time-out',
    run: (stage) => freeze(stage, stage.settings.timeoutSec * 500),
  },
  {
    name: 'the server is restarted',
    isLongOnly: true,
    expects: OFFLINE,
    run: (stage) => restart(stage, () => stage.server.restart(() => setTimeout(longEnough(stage)))),
  },
  {
    name: 'the server is killed',
    expects: OFFLINE,
    run: (stage) => restart(stage, () => stage.server.crash(() => setTimeout(longEnough(stage)))),
  },
  { name: 'the server moves to another host', run: move },
  { name: 'one host never answers', run: (stage) => during(stage, atCurrentHost(silence)) },
  {
    name: 'one host refuses connections and the other one resets them',
    expects: OFFLINE,
    run: async (stage) => {
      const hosts = stage.keepers.map(({ currentHost }) => currentHost);
      await Promise.all(stage.keepers.map((keeper, i) => keeper.closeHost(hosts[i]!)));
      await during(stage, () => [reset]);
      await Promise.all(stage.keepers.map((keeper, i) => keeper.reopenHost(hosts[i]!)));
    },
  },
  {
    name: 'answers are slow',
    run: (stage) => during(stage, () => [slow(stage.settings.timeoutSec * (300 + stage.random.int(300)))]),
  },
  {
    name: 'answers come after the time-out',
    isLongOnly: true,
    expects: OFFLINE,
    run: (stage) => during(stage, () => [slow(stage.settings.timeoutSec * 1500)]),
  },
  {
    name: 'nothing answers',
    isLongOnly: true,
    expects: OFFLINE,
    run: (stage) => during(stage, () => [silence]),
  },
  {
    name: 'connections are reset',
    isLongOnly: true,
    expects: OFFLINE,
    run: (stage) => during(stage, () => [reset]),
  },
  {
    name: 'connections are closed',
    isLongOnly: true,
    expects: OFFLINE,
    run: (stage) => during(stage, () => [hangUp]),
  },
  { name: 'answers are cut off', expects: OFFLINE, run: (stage) => during(stage, () => [half]) },
  { name: 'answers stop half-way', expects: OFFLINE, run: (stage) => during(stage, () => [halfThenSilence]) },
  { name: 'answers come byte by byte', expects: OFFLINE, run: (stage) => during(stage, () => [drip]) },
  {
    name: 'the server is busy',
    expects: OFFLINE,
    run: (stage) => during(stage, () => [busy(503, stage.settings.hg + 1)]),
  },
  {
    name: 'somebody makes up refusals',
    isLongOnly: true,
    expects: OFFLINE,
    run: (stage) => during(stage, () => [forge]),
  },
  {
    name: 'a proxy has a wrong clock',
    expects: OFFLINE,
    run: async (stage) => {
      const days = stage.random.pick(WRONG_DAYS);
      await during(stage, () => [misdated(passOn, days)]);
      await during(stage, () => [misdated(busy(503), days)]);
    },
  },
  {
    name: 'no server can be reached for longer than the grace',
    expects: { event: 'ended', reason: 'unreachable' },
    run: async (stage) => {
      const { settings, random } = stage;
      const enough = settings.graceSec * 1000 + longEnough(stage);
      const rule = random.pick([
        silence,
        reset,
        hangUp,
        half,
        busy(503),
        busy(503, settings.graceSec),
        undefined,
      ]);
      if (rule) await during(stage, () => [rule], enough);
      else await freeze(stage, enough);
    },
  },
  {
    name: 'the seller freezes the cards',
    expects: { event: 'ended', reason: 'refused', code: FROZEN },
    run: async ({ server, keepers }) => {
      for (const { card } of keepers) await server.act('freeze', card);
      await until(() => keepers.every((keeper) => keeper.phaseFor(0)?.state === 'ended'));
      for (const { card } of keepers) await server.act('unfreeze', card);
    },
  },
  {
    name: 'the seller ends the sessions',
    expects: { event: 'renewed' },
    run: async ({ server, keepers, settings }) => {
      for (const { card } of keepers) await server.act('kick', card);
      // If a session ended again within three heartbeat intervals, its keeper would end permanently.
      await setTimeout(4000 * settings.hg);
    },
  },
];

/** Milliseconds for which a busy machine may delay a heartbeat and its failure. */
const DELAY_MS = 3000;

/** Milliseconds after which a complete heartbeat of each keeper has failed, even if its hosts delay it. */
function longEnough({ settings: { hg, timeoutSec }, random }: Stage): number {
  return 1100 * hg + 2000 * timeoutSec + DELAY_MS + random.int(500 * hg);
}

/** Handles requests by rules for a while. */
async function during(
  stage: Stage,
  rulesOf: (keeper: SoakedKeeper) => [Rule] | [Rule, Rule],
  milliseconds = longEnough(stage),
): Promise<void> {
  for (const keeper of stage.keepers) keeper.use(...rulesOf(keeper));
  await setTimeout(milliseconds);
  for (const keeper of stage.keepers) keeper.use(passOn);
}

async function freeze({ server }: Stage, milliseconds: number): Promise<void> {
  server.suspend();
  await setTimeout(milliseconds);
  server.resume();
}

async function restart({ server, keepers }: Stage, act: () => Promise<void>): Promise<void> {
  await act();
  for (const keeper of keepers) keeper.retarget(server.url);
}

async function move(stage: Stage): Promise<void> {
  const { keepers } = stage;
  const hosts = keepers.map(({ currentHost }) => currentHost);
  await Promise.all(keepers.map((keeper, i) => keeper.closeHost(hosts[i]!)));
  await setTimeout(longEnough(stage));
  await Promise.all(keepers.map((keeper, i) => keeper.reopenHost(hosts[i]!)));
}

/** A rule for the host that answered last; the other host forwards requests. */
function atCurrentHost(rule: Rule): (keeper: SoakedKeeper) => [Rule, Rule] {
  return ({ currentHost }) => (currentHost === 0 ? [rule, passOn] : [passOn, rule]);
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!holds() && performance.now() < deadline) await setTimeout(100);
}

// Rules

const silence: Rule = async ({ socket }) => {
  await once(socket, 'close');
};

const reset: Rule = ({ socket }) => {
  socket.resetAndDestroy();
};

const half: Rule = async (exchange) => {
  await sendHalf(exchange);
  exchange.socket.end();
};

const halfThenSilence: Rule = async (exchange) => {
  await sendHalf(exchange);
  await silence(exchange);
};

const drip: Rule = async ({ forward, socket }) => {
  const { body } = await forward();
  socket.write(headOf(body));
  for (const byte of body) {
    if (socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await setTimeout(DRIP_MS);
  }
};

/** An answer that anyone could forge. */
const forge: Rule = ({ reply }) =>
  reply({ body: Buffer.from('{"code":10212,"message":"the card is frozen"}') });

function slow(milliseconds: number): Rule {
  return async ({ forward, reply, socket }) => {
    const answer = await forward();
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    await setTimeout(milliseconds, undefined, { signal: gone.signal });
    reply(answer);
  };
}

/** A rule whose answers have a `Date` that is wrong by the given number of days. */
function misdated(rule: Rule, days: number): Rule {
  const date = new Date(Date.now() + days * 86_400_000).toUTCString();
  return (exchange) =>
    rule({
      ...exchange,
      reply: (answer) => exchange.reply({ ...answer, headers: { ...answer.headers, date } }),
    });
}

async function sendHalf({ forward, socket }: Exchange): Promise<void> {
  const { body } = await forward();
  socket.write(headOf(body));
  socket.write(body.subarray(0, body.length / 2));
}

function headOf(body: Buffer): string {
  const fields = ['content-type: application/json', 'connection: close', `content-length: ${body.length}`];
  return ['HTTP/1.1 200 OK', ...fields, '\r\n'].join('\r\n');
}
