export * from './card.module.js';
