export * from './trial-purge.job.js';
export * from './trial.module.js';
