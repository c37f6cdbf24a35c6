import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** Tests pass instances of these classes to built modules, which check them with `instanceof`. */
const SHARED = [
  AggregateError,
  Boolean,
  Date,
  Error,
  Function,
  Map,
  Number,
  Promise,
  RangeError,
  RegExp,
  Set,
  String,
  SyntaxError,
  TypeError,
];

/** Jest's environment for Node. It also shares objects between tests and the modules that Node has loaded. */
export default class Environment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    const global = this.global as unknown as Record<string, { prototype: object }>;
    for (const shared of SHARED) {
      // Objects created by syntax in the tests' context, such as the promise of an async function, must be instances of
      // the outer classes too.
      Object.setPrototypeOf(global[shared.name]!.prototype, shared.prototype as object);
      global[shared.name] = shared;
    }
    // Reflect contains the metadata of decorators.
    Object.assign(this.global, { loadBuiltModule: createRequire(import.meta.url), Reflect });
    // The server writes its log to these streams.
    for (const stream of ['stdout', 'stderr'] as const) {
      Object.defineProperty(this.global.process, stream, { value: process[stream] });
    }
  }
}
