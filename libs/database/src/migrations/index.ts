import { CardMode1700000000000 } from './1700000000000-card-mode.js';

/** Every migration, oldest first. A new one is added at the end; a released one is never changed. */
export const MIGRATIONS = [CardMode1700000000000];
