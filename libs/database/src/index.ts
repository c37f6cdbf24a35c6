export * from './data-source.js';
export * from './database-errors.js';
export * from './database.module.js';
export * from './engine.js';
export * from './entities/index.js';
export * from './migrate.js';
export { MIGRATIONS } from './migrations/index.js';
export * from './sole-server/sole-server.js';
export * from './transaction.js';
