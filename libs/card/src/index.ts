export * from './card-kind.js';
export * from './card.module.js';
