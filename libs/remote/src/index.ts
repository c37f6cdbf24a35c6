export * from './functions/function-call-log.js';
export * from './functions/function-runner.js';
export * from './remote.module.js';
