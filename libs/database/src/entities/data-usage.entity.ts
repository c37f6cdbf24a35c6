import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BigWhole, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { DataScope } from './remote-data.entity.js';

/** Counts the remote data of one owner, so that a quota costs no scan. `data-usage.ts` alone writes it. */
@Entity('data_usage')
export class DataUsage {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_data_usage_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @PrimaryColumn({ type: 'varchar', length: 8 })
  scope!: DataScope;

  /** As in `RemoteData`. */
  @PrimaryColumn({ type: 'int' })
  ownerId!: number;

  @Whole()
  keyCount!: number;

  /** Keys and values in UTF-8. */
  @BigWhole()
  byteCount!: number;
}
