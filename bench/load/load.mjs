import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a load generator in a process of its own: `run` gives it an order, as generator.mjs describes it. */
export function startLoad() {
  const child = fork(join(import.meta.dirname, 'generator.mjs'));
  return {
    async run(order) {
      child.send(order);
      const [result] = await once(child, 'message');
      return result;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Makes each call once, over `connections` at a time. */
export async function callEachOnce({ url, application }, calls, connections) {
  const load = startLoad();
  const result = await load.run({ url, application, calls, connections });
  await load.stop();
  return result;
}
