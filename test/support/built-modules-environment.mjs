import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** Classes whose instances tests pass to built modules, which check them with `instanceof`. */
const SHARED = [
  'AggregateError',
  'Boolean',
  'Date',
  'Error',
  'Function',
  'Map',
  'Number',
  'Promise',
  'RangeError',
  'RegExp',
  'Set',
  'String',
  'SyntaxError',
  'TypeError',
];

/**
 * Jest's environment for Node, which gives the stand-ins of `built-modules.mjs` access to the modules that Node has
 * loaded.
 */
export default class BuiltModulesEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.loadBuiltModule = createRequire(import.meta.url);
    for (const name of SHARED) {
      // Objects created by syntax in the tests' context, such as the promise of an async function, count as instances
      // outside too.
      Object.setPrototypeOf(this.global[name].prototype, globalThis[name].prototype);
      this.global[name] = globalThis[name];
    }
    // Holds the metadata of decorators.
    this.global.Reflect = Reflect;
    // The server writes its log to these.
    for (const stream of ['stdout', 'stderr']) {
      Object.defineProperty(this.global.process, stream, { value: process[stream] });
    }
  }
}
