import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { HolderKindName } from './device.entity.js';

/**
 * An application's figures for one day. Rows are written after their day has ended, in the order of the days. The
 * latest row therefore shows up to which day the figures are computed.
 */
@Entity('day_figures')
export class DayFigures {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_day_figures_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Calendar date, such as `2026-01-15`. */
  @PrimaryColumn({ type: 'varchar', length: 10 })
  day!: string;

  /** Start of the day in epoch milliseconds, which is the end of the previous day. */
  @EpochMs()
  startsAt!: number;

  /** End of the day in the application's time zone, exclusive, in epoch milliseconds. */
  @EpochMs()
  endsAt!: number;

  /** Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
  @Whole()
  activations!: number;

  /** Refused requests of clients. */
  @Whole()
  refusals!: number;

  /** Devices that began their first trial. */
  @Whole()
  trials!: number;

  /** Devices that had begun a trial and were then bound to a card or user for the first time. */
  @Whole()
  trialConversions!: number;

  /** Cards and users whose time ended on this day, or would have ended on it without a renewal. */
  @Whole()
  expired!: number;

  /**
   * Of the cards and users in `expired`, the number that were recharged at most 14 days before or after their expiry.
   * This number may still grow in the 14 days after this day.
   */
  @Whole()
  renewed!: number;

  /** Distinct cards with a session on this day; `null` if not known. */
  @Whole({ nullable: true })
  activeCards!: number | null;

  /** Distinct users with a session on this day; `null` if not known. */
  @Whole({ nullable: true })
  activeUsers!: number | null;

  /** Distinct cards that had a session on this day or earlier in its calendar month; `null` if not known. */
  @Whole({ nullable: true })
  monthActiveCards!: number | null;

  /** Distinct users that had a session on this day or earlier in its calendar month; `null` if not known. */
  @Whole({ nullable: true })
  monthActiveUsers!: number | null;
}

/** Orders and refunds of one day for one channel, card type and currency. */
@Entity('day_income')
export class DayIncome {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_day_income_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Calendar date, such as `2026-01-15`. */
  @PrimaryColumn({ type: 'varchar', length: 10 })
  day!: string;

  /** Id of the channel; 0 if an administrator issued the cards. */
  @PrimaryColumn({ type: 'int' })
  channelId!: number;

  /** Id of the card type; 0 if the card type was deleted. */
  @PrimaryColumn({ type: 'int' })
  cardTypeId!: number;

  /** ISO 4217 code, such as `CNY`; empty for orders without an amount. */
  @PrimaryColumn({ type: 'varchar', length: 3 })
  currency!: string;

  /** Orders of the day, refunded or not. */
  @Whole()
  orders!: number;

  /** Number of cards in these orders. */
  @Whole()
  cards!: number;

  /** Amounts of these orders in minor units. */
  @BigWhole()
  income!: number;

  /** Orders refunded on this day, whenever they were placed. */
  @Whole()
  refunds!: number;

  /** Amounts of these refunds in minor units. */
  @BigWhole()
  refunded!: number;
}

/**
 * The days of a month on which a card or user had a session. One row per holder and month contains all these days.
 */
@Entity('active_holders')
export class ActiveHolder {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_active_holders_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Year and month, such as 202601. */
  @PrimaryColumn({ type: 'int' })
  month!: number;

  @PrimaryColumn({ type: 'varchar', length: 8 })
  holderKind!: HolderKindName;

  @PrimaryColumn({ type: 'int' })
  holderId!: number;

  /** A bit for each day of the month; the lowest is the first day. */
  @Whole()
  days!: number;
}

/** A recharge, with the holder's previous expiry. */
@Entity('recharges')
@Index('ix_recharges_expired', ['applicationId', 'expiredAt', 'at'])
@Index('ix_recharges_at', ['at'])
export class Recharge {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_recharges_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  holderKind!: HolderKindName;

  @Whole()
  holderId!: number;

  /** Expiry of the card or user before the recharge, in epoch milliseconds. */
  @EpochMs()
  expiredAt!: number;

  /** Time of the recharge, in epoch milliseconds. */
  @EpochMs()
  at!: number;
}

/**
 * Kinds of anomalies:
 * - `many_devices`, `many_addresses`: a card or user with sessions from many devices or addresses
 * - `shared_device`: a device that is bound to many cards or users
 * - `refusal_burst`: an hour with many more refusals than usual
 */
const ANOMALY_KINDS = ['many_devices', 'many_addresses', 'shared_device', 'refusal_burst'] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

/** Unusual activity on one day, which may be abuse. */
@Entity('anomalies')
@Index('ix_anomalies_application', ['applicationId', 'day'])
@Index('ix_anomalies_day', ['day'])
export class Anomaly {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_anomalies_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Calendar date, such as `2026-01-15`. */
  @Text(10)
  day!: string;

  @Text(16)
  kind!: AnomalyKind;

  /** The card or user, for `many_devices` and `many_addresses`. */
  @Text(8, { nullable: true })
  holderKind!: HolderKindName | null;

  @Whole({ nullable: true })
  holderId!: number | null;

  /** The device, for `shared_device`. */
  @Text(128, { nullable: true })
  deviceId!: string | null;

  /** Start of the hour, for `refusal_burst`, in epoch milliseconds. */
  @EpochMs({ nullable: true })
  hourAt!: number | null;

  /** Depending on `kind`, the number of devices, of addresses, of cards and users, or of refusals. */
  @Whole()
  count!: number;
}
