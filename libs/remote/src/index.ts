export * from './remote.module.js';
