export * from './portal-api-prefix.js';
export * from './portal-exception.filter.js';
export * from './portal-session-purge.job.js';
export * from './portal.module.js';
