/**
 * The core as a generator: it yields each value that it waits for and gets it back. The asynchronous build awaits these
 * values, the build for engines without promises returns them as they are.
 */
export type Steps<T> = Generator<unknown, T, unknown>;

export type Awaitable<T> = T | Promise<T>;

/** Waits for a value: `const answer = yield* wait(platform.send(request))`. */
export function* wait<T>(value: Awaitable<T>): Steps<T> {
  return (yield value) as T;
}

/** Runs steps whose values are all there. */
export function runNow<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** Runs steps whose values may be promises. */
export async function run<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    let value: unknown;
    try {
      value = await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}
