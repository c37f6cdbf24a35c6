export * from './user-kind.js';
export * from './user.module.js';
