export * from './delivery-replay.js';
export * from './delivery-worker.js';
export * from './webhook-backlog.js';
export * from './webhook-rules.js';
export * from './webhook-secret.js';
export * from './webhooks.module.js';
