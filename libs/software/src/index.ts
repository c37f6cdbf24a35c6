export * from './software.module.js';
