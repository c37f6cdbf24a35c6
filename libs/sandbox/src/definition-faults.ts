import { type CallLimits, definitionLimits, type FunctionLimits } from './call-limits.ts';
import type { CallReport, FunctionCall } from './function-call.ts';
import { FunctionPool, SandboxDownError, workerRssBytes } from './function-pool.ts';

/** A source to check in a sandbox process that is started for this purpose. */
export type Definition = Pick<FunctionCall, 'name' | 'source'> & Pick<FunctionLimits, 'memoryMb'>;

const STARTS = 3;

/** Reason for which a source does not define its function. */
export interface DefinitionFault {
  /** True if the source runs but does not define the function; false if the source fails. */
  readonly isMissing: boolean;
  /** The sandbox's message. */
  readonly reason: string;
}

/** Explains why a source does not define its function. Returns `undefined` if it defines the function. */
export function definitionFault(name: string, { outcome }: CallReport): DefinitionFault | undefined {
  if (outcome.ok) return undefined;
  const { reason } = outcome;
  return { isMissing: reason === `the source defines no function named ${name}`, reason };
}

function describe(name: string, { isMissing, reason }: DefinitionFault): string {
  return isMissing
    ? `does not define a function named ${name}; add one, such as function ${name}() { … }`
    : `fails to load: ${reason}`;
}

/** Tries again if the sandbox process does not start in time, for example on a busy machine. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SandboxDownError) || attempt === STARTS) throw error;
    }
  }
}

/**
 * Runs sources in the sandbox without calling their functions. Returns for each source the reason why it does not
 * define its function; `undefined` if it defines the function.
 * @param server the server's limits
 * @throws SandboxDownError if the sandbox does not start
 */
export async function definitionFaults(
  definitions: readonly Definition[],
  server: CallLimits,
): Promise<(string | undefined)[]> {
  if (definitions.length === 0) return [];
  const pool = new FunctionPool({
    workers: 1,
    maxQueue: 2,
    maxQueueBytes: Infinity,
    callsPerWorker: 1000,
    workerRssBytes: workerRssBytes(server.memoryMb),
    warn: () => undefined,
  });
  try {
    const faults: (string | undefined)[] = [];
    for (const [index, { name, source, memoryMb }] of definitions.entries()) {
      const limits = definitionLimits({ memoryMb }, server);
      const context = JSON.stringify({ app_key: '', function: name, server_time: 0 });
      const call = { party: [], key: String(index), name, source, params: null, context, ...limits };
      const fault = definitionFault(name, await patiently(() => pool.run(call)));
      faults.push(fault && describe(name, fault));
    }
    return faults;
  } finally {
    await pool.stop();
  }
}
