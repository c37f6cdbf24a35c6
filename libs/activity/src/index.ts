export * from './activity-log.js';
export * from './activity-purge.job.js';
export * from './activity-writer.job.js';
export * from './activity.module.js';
export * from './refusal-budget.js';
export * from './session-sampler.job.js';
