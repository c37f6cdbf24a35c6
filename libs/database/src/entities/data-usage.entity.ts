import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BigWhole, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { DataScope } from './remote-data.entity.js';

/**
 * Size of one owner's remote data, so that a quota can be checked without reading the data. Only `data-usage.ts` writes
 * this table.
 */
@Entity('data_usage')
export class DataUsage {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_data_usage_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @PrimaryColumn({ type: 'varchar', length: 8 })
  scope!: DataScope;

  /** Same as in `RemoteData`. */
  @PrimaryColumn({ type: 'int' })
  ownerId!: number;

  @Whole()
  keyCount!: number;

  /** Bytes of keys and values in UTF-8. */
  @BigWhole()
  byteCount!: number;
}
