export * from './catalogue.js';
export * from './event-id.js';
export * from './event-purge.job.js';
export * from './events.module.js';
export { DATA_MAX_BYTES, dataAsJson, partsOf } from './fit-data.js';
export * from './listeners.js';
export * from './outbox.js';
export * from './subscriptions.js';
