import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

export const DATA_SCOPES = ['app', 'card'] as const;
export type DataScope = (typeof DATA_SCOPES)[number];

/** Owner id of data in the scope `app`. It is not NULL because a unique index permits several rows with NULL. */
export const NO_OWNER = 0;

/** A value that clients read and write, belonging to the whole application or to one card. */
@Entity('remote_data')
@Index('ux_remote_data_key', ['applicationId', 'scope', 'ownerId', 'key'], { unique: true })
export class RemoteData {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_remote_data_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  scope!: DataScope;

  /** The card's id in the scope `card`, otherwise `NO_OWNER`. */
  @Whole()
  ownerId!: number;

  /** 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @Text(64)
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
