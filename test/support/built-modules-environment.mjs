import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** What tests make with `new` and hand to built modules, which ask what it is an instance of; and the metadata of both. */
const SHARED = [
  'AggregateError',
  'Boolean',
  'Date',
  'Error',
  'Map',
  'Number',
  'RangeError',
  'Reflect',
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
    for (const name of SHARED) this.global[name] = globalThis[name];
    // Where the server writes its log.
    for (const stream of ['stdout', 'stderr']) {
      Object.defineProperty(this.global.process, stream, { value: process[stream] });
    }
  }
}
