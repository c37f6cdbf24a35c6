import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BigWhole, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { DataScope } from './remote-data.entity.js';

/** Usage of one owner's remote data, so that checking a quota needs no scan. Written only by `data-usage.ts`. */
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
