export * from './digest.job.js';
export * from './message-backlog.js';
export * from './message-sender.js';
export * from './message-worker.js';
export * from './new-notifier.js';
export * from './notifier-kinds.js';
export * from './notifier-rules.js';
export * from './notifiers.module.js';
export { composeTest } from './texts/compose.js';
