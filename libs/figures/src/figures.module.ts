import { Module } from '@nestjs/common';
import { DailyFigures } from './daily-figures.js';
import { FigureReader } from './figure-reader.js';
import { FiguresJob } from './figures.job.js';
import { FiguresPurgeJob } from './figures-purge.job.js';

/** Income, renewals, activity and anomalies by day. */
@Module({
  providers: [DailyFigures, FigureReader, FiguresJob, FiguresPurgeJob],
  exports: [DailyFigures, FigureReader, FiguresJob],
})
export class FiguresModule {}
