import { setTimeout } from 'node:timers/promises';
import { SeededRandom } from '../../../test/support/crash/seeded-random.js';
import { median } from '../../../test/support/summary.js';
import { BEST_SIGNED, LicenceServer } from '../licence-server.js';
import type { Sdk } from '../sdks.js';
import type { Phase } from './keeper-model.js';
import { TimerLag } from './lag.js';
import type { ProcessFigures } from './process-figures.js';
import { SoakedKeeper, type SoakSettings } from './soaked-keeper.js';
import { type Stage, type Step, STEPS } from './steps.js';

/** Figures of a driver at the end of a step, when it only sends heartbeats. */
interface Calm extends ProcessFigures {
  at: number;
}

export interface Soaked {
  language: string;
  steps: number;
  beats: number;
  statesChecked: number;
  /** Medians of the first and of the last quarter of the run; absent for a short run. */
  first?: ProcessFigures;
  last?: ProcessFigures;
  faults: string[];
}

export interface SoakResult {
  keepers: Soaked[];
  /** The greatest delays that the machine caused, in milliseconds. */
  greatestLagMs: number;
}

export interface SoakPlan {
  settings: SoakSettings;
  seed: string;
  /**
   * Minutes for which cycles are repeated; their figures are compared. Without this value, a single cycle runs. It
   * compares no figures, and omits steps that are similar to others.
   */
  minutes?: number;
  /** Receives lines about the progress. */
  say?: (line: string) => void;
}

const SAMPLE_MS = 1000;
const LOOK_MS = 250;
/** A state must be stable for this long before it counts, so that one or two observations have seen it. */
const QUIET_MS = 1.5 * SAMPLE_MS;
/** Time limit for a keeper to recover. */
const SETTLE_MS = 90_000;
/** Number of heartbeats that a keeper must have sent after a step. */
const GOOD_BEATS = 2;
/** Number of measurements of an idle driver, since a single measurement may coincide with a heartbeat. */
const CALM_LOOKS = 5;
/** Number of cycles at the beginning in which programs still load and compile. */
const WARM_UP_CYCLES = 1;
const MIB = 2 ** 20;
/** Accepted growth of the memory from the first to the last quarter of a run: some garbage may not be collected yet. */
const MOST_GROWTH = { share: 0.25, bytes: 16 * MIB };
/**
 * Threads by which the pool of a runtime may vary. An hour has about ten cycles, so a leak of one thread per cycle
 * exceeds this number.
 */
const SPARE_THREADS = 2;

/** Runs the SDKs' keepers against one server through the script, and compares their states with the expected states. */
export async function soak(sdks: Sdk[], plan: SoakPlan): Promise<SoakResult> {
  const run = new SoakRun(plan);
  try {
    await run.start(sdks);
    await run.cycles();
  } finally {
    await run.stop();
  }
  return run.result();
}

class SoakRun {
  private readonly timers = new TimerLag();
  private readonly random: SeededRandom;
  private readonly keepers: SoakedKeeper[] = [];
  private readonly calms = new Map<SoakedKeeper, Calm[]>();
  private server: LicenceServer | undefined;
  private sampling: NodeJS.Timeout | undefined;
  private step = 'start';
  private count = 0;
  private warmAt = 0;
  private cyclesDone = 0;
  /** Faults that were reported to `say`. */
  private readonly said = new Set<string>();

  constructor(private readonly plan: SoakPlan) {
    this.random = new SeededRandom(plan.seed);
  }

  async start(sdks: Sdk[]): Promise<void> {
    const { settings } = this.plan;
    this.server = await LicenceServer.start({ [BEST_SIGNED]: { hg: settings.hg } });
    for (const sdk of sdks) {
      const keeper = await SoakedKeeper.start(sdk, this.server, settings, this.timers, () => this.step);
      this.keepers.push(keeper);
      this.calms.set(keeper, []);
      await keeper.begin(this.server);
    }
    this.sampling = setInterval(() => {
      for (const keeper of this.keepers) keeper.sample();
    }, SAMPLE_MS);
  }

  async cycles(): Promise<void> {
    const { minutes = 0 } = this.plan;
    const end = performance.now() + minutes * 60_000;
    do {
      const isFirst = this.cyclesDone === 0;
      const steps = STEPS.filter(({ isLongOnly }) => !isLongOnly || this.plan.minutes !== undefined);
      for (const step of shuffled(steps, this.random)) {
        if (isFirst || performance.now() < end) await this.take(step);
      }
      this.cyclesDone++;
      if (this.cyclesDone === WARM_UP_CYCLES) this.warmAt = performance.now();
    } while (performance.now() < end);
  }

  async stop(): Promise<void> {
    clearInterval(this.sampling);
    this.step = 'stop';
    await Promise.all(this.keepers.map((keeper) => keeper.stop()));
    await this.server?.stop();
    this.timers.stop();
  }

  result(): SoakResult {
    const keepers = this.keepers.map((keeper) => {
      const { language, beats, statesChecked, faults } = keeper;
      const figures = this.plan.minutes === undefined ? {} : this.compare(keeper);
      return { language, steps: this.count, beats, statesChecked, faults, ...figures };
    });
    const lags = this.keepers.map(({ greatestLag }) => greatestLag);
    return { keepers, greatestLagMs: Math.max(this.timers.greatest, ...lags) };
  }

  /** Performs a step of the script, and waits until each keeper is online again. */
  private async take(step: Step): Promise<void> {
    const stage: Stage = {
      server: this.server!,
      keepers: this.keepers,
      settings: this.plan.settings,
      random: this.random,
    };
    this.step = step.name;
    this.count++;
    const begun = performance.now();
    await step.run(stage);
    const done = performance.now();
    await Promise.all(this.keepers.map((keeper) => this.settle(keeper, step, done)));
    if (this.plan.minutes !== undefined) await this.lookAtFigures();
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const faults = this.keepers.flatMap((keeper) => keeper.faults).filter((fault) => !this.said.has(fault));
    this.plan.say?.(`${new Date().toISOString().slice(11, 19)} ${this.count}. ${step.name}: ${seconds} s`);
    for (const fault of faults) {
      this.said.add(fault);
      this.plan.say?.(`  ${fault}`);
    }
  }

  private async settle(keeper: SoakedKeeper, step: Step, from: number): Promise<void> {
    const passed: Phase[] = [];
    let since = from;
    const deadline = performance.now() + SETTLE_MS;
    for (;;) {
      const phase = keeper.phaseFor(QUIET_MS);
      if (phase?.state === 'ended') {
        passed.push(...keeper.judge());
        await keeper.logInAgain();
        since = performance.now();
      } else if (phase?.state === 'online' && keeper.goodSince(since) >= GOOD_BEATS) {
        break;
      }
      if (performance.now() > deadline) {
        keeper.complain(performance.now(), `is not online again after ${SETTLE_MS} ms`);
        break;
      }
      await setTimeout(LOOK_MS);
    }
    passed.push(...keeper.judge());
    const { expects } = step;
    if (!expects) return;
    const isMet = passed.some(({ event, reason, code }) =>
      expects.event === 'ended'
        ? event === 'ended' && reason === expects.reason && code === expects.code
        : event === expects.event,
    );
    if (!isMet) keeper.complain(from, `did not go through ${JSON.stringify(expects)}`);
  }

  private async lookAtFigures(): Promise<void> {
    const looks = new Map<SoakedKeeper, ProcessFigures[]>(this.keepers.map((keeper) => [keeper, []]));
    for (let i = 0; i < CALM_LOOKS; i++) {
      await setTimeout(LOOK_MS);
      for (const keeper of this.keepers) looks.get(keeper)!.push(keeper.figures());
    }
    for (const [keeper, figures] of looks) {
      const of = (name: keyof ProcessFigures) => figures.map((each) => each[name]);
      this.calms.get(keeper)!.push({
        at: performance.now(),
        rssBytes: median(of('rssBytes')),
        threads: Math.min(...of('threads')),
        descriptors: Math.min(...of('descriptors')),
        sockets: Math.min(...of('sockets')),
      });
    }
  }

  /** Compares the first with the last quarter of the run, without the warm-up. */
  private compare(keeper: SoakedKeeper): { first?: ProcessFigures; last?: ProcessFigures } {
    const all = this.calms.get(keeper)!;
    const warm = all.filter(({ at }) => at > this.warmAt);
    const quarter = Math.floor(warm.length / 4);
    if (quarter === 0) return {};
    const first = medians(warm.slice(0, quarter));
    const last = medians(warm.slice(-quarter));
    const early = all.slice(0, all.length - warm.length + quarter);
    for (const name of ['threads', 'descriptors', 'sockets'] as const) {
      const spare = name === 'threads' ? SPARE_THREADS : 0;
      const most = Math.max(...early.map((calm) => calm[name])) + spare;
      if (last[name] <= most) continue;
      keeper.complain(performance.now(), `has ${last[name]} ${name} at the end, allowed are ${most}`);
    }
    const most = first.rssBytes * (1 + MOST_GROWTH.share) + MOST_GROWTH.bytes;
    if (last.rssBytes > most) {
      const grown = `${mib(first.rssBytes)} to ${mib(last.rssBytes)} MiB`;
      keeper.complain(performance.now(), `has grown from ${grown}, allowed are ${mib(most)} MiB`);
    }
    return { first, last };
  }
}

/** Formats a result as a table. */
export function describeSoak({ keepers, greatestLagMs }: SoakResult, { seed }: SoakPlan): string {
  const pair =
    (name: keyof ProcessFigures, show = String as (value: number) => string) =>
    (each: Soaked) =>
      each.first ? `${show(each.first[name])} → ${show(each.last![name])}` : '';
  const columns: [string, (each: Soaked) => string][] = [
    ['language', ({ language }) => language],
    ['steps', ({ steps }) => String(steps)],
    ['heartbeats', ({ beats }) => String(beats)],
    ['states checked', ({ statesChecked }) => String(statesChecked)],
    ['RSS in MiB', pair('rssBytes', mib)],
    ['threads', pair('threads')],
    ['descriptors', pair('descriptors')],
    ['sockets', pair('sockets')],
    ['result', ({ faults }) => (faults.length === 0 ? 'passed' : `${faults.length} faults`)],
  ];
  const rows = [
    columns.map(([title]) => title),
    ...keepers.map((each) => columns.map(([, cell]) => cell(each))),
  ];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  return [
    ...lines,
    `seed ${seed}; the machine was late by at most ${Math.round(greatestLagMs)} ms within a second`,
    '',
  ].join('\n');
}

function medians(calms: Calm[]): ProcessFigures {
  const of = (name: keyof ProcessFigures) => median(calms.map((calm) => calm[name]));
  return {
    rssBytes: of('rssBytes'),
    threads: of('threads'),
    descriptors: of('descriptors'),
    sockets: of('sockets'),
  };
}

function shuffled<T>(values: readonly T[], random: SeededRandom): T[] {
  const rest = [...values];
  return Array.from(values, () => rest.splice(random.int(rest.length), 1)[0]!);
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
