import { Module } from '@nestjs/common';
import { ApplicationDirectory } from './application-directory.js';
import { BlockDirectory } from './blocks/block-directory.js';

/** Keeps all applications and blocks in memory. */
@Module({
  providers: [ApplicationDirectory, BlockDirectory],
  exports: [ApplicationDirectory, BlockDirectory],
})
export class ApplicationsModule {}
