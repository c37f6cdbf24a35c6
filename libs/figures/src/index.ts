export * from './daily-figures.js';
export * from './figure-reader.js';
export * from './figures.job.js';
export * from './figures-purge.job.js';
export * from './figures.module.js';
export * from './find-low-stock.js';
export { addDays, dateAt } from './rules/days.js';
export { addAmounts, type Income, moneyOf } from './rules/income.js';
