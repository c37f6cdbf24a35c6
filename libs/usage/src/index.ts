export { isBurst } from './is-burst.js';
export * from './login-refusals.js';
export * from './refusal-burst.job.js';
export * from './usage-log.js';
export * from './usage-purge.job.js';
export * from './usage-writer.job.js';
export * from './usage.module.js';
export * from './refusal-budget.js';
export * from './session-sampler.job.js';
