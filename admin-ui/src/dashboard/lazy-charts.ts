import { lazy } from 'react';

/** Loads Recharts after the rest of the page. */
const charts = () => import('./charts');

export const LinesChart = lazy(async () => ({ default: (await charts()).LinesChart }));
export const BarsChart = lazy(async () => ({ default: (await charts()).BarsChart }));
export const AreaOverTime = lazy(async () => ({ default: (await charts()).AreaOverTime }));
