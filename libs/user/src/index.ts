export * from './user.module.js';
