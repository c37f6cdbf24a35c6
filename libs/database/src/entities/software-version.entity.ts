import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** Channel used for versions and client requests that specify none. */
export const DEFAULT_CHANNEL = 'stable';

/** A version of the client software, announced to clients once released. */
@Entity('software_versions')
@Index('ux_software_versions_version', ['applicationId', 'channel', 'version'], { unique: true })
export class SoftwareVersion {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_software_versions_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Release channel, such as `stable`: 1–32 letters and digits of any script, `_`, `.` and `-`. */
  @Text(32)
  channel!: string;

  /** Dotted numbers with an optional leading `v` and an optional pre-release suffix, such as `1.10.0-beta.2`. */
  @Text(64)
  version!: string;

  /** Download address. */
  @Text(2048)
  url!: string;

  /** Release notes, at most 64 KiB. */
  @LongText()
  notice!: string;

  /** False for a draft, which clients cannot see. */
  @Flag()
  released!: boolean;

  /** If true, older clients must update once this version is released. */
  @Flag({ default: false })
  forced!: boolean;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
