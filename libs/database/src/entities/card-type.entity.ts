import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

export const DURATION_UNITS = ['minutes', 'hours', 'days', 'months', 'years', 'permanent'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** What a card is made from; its terms are copied to the card, so that changing the type leaves made cards alone. */
@Entity('card_types')
@Index('ux_card_types_name', ['applicationId', 'name'], { unique: true })
export class CardType {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_card_types_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(100)
  name!: string;

  @Text(16)
  durationUnit!: DurationUnit;

  /** Number of units; 0 for permanent. */
  @Whole()
  durationAmount!: number;

  /** Multi-open number: sessions at a time; 0 = unlimited. */
  @Whole()
  maxSessions!: number;

  /** 0 = unlimited. */
  @Whole()
  maxDevices!: number;

  /** null = unlimited. */
  @Whole({ nullable: true })
  unbindLimit!: number | null;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
