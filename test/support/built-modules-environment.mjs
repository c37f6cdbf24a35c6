import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** What tests hand to built modules, which ask what it is an instance of. */
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

/** Jest's environment for Node, from which the stand-ins of `built-modules.mjs` reach what Node has loaded. */
export default class BuiltModulesEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.loadBuiltModule = createRequire(import.meta.url);
    for (const name of SHARED) {
      // What syntax alone makes in the tests' context, such as the promise of an async function, counts outside too.
      Object.setPrototypeOf(this.global[name].prototype, globalThis[name].prototype);
      this.global[name] = globalThis[name];
    }
    // The metadata of decorators.
    this.global.Reflect = Reflect;
    // Where the server writes its log.
    for (const stream of ['stdout', 'stderr']) {
      Object.defineProperty(this.global.process, stream, { value: process[stream] });
    }
  }
}
