/**
 * The core consists of generators. A generator yields each value that it waits for, and receives the result. The
 * asynchronous build awaits these values. The build for engines without promises passes them back directly.
 */
export type Steps<T> = Generator<unknown, T, unknown>;

export type Awaitable<T> = T | Promise<T>;

/** Waits for a value: `const answer = yield* wait(platform.send(request))`. */
export function* wait<T>(value: Awaitable<T>): Steps<T> {
  return (yield value) as T;
}

/** Runs steps whose values are all available immediately. */
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
