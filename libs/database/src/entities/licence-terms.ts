import { JsonMap, Text, Whole } from '../columns.js';

export const DURATION_UNITS = ['minutes', 'hours', 'days', 'months', 'years', 'permanent'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** Interval at which the uses of a counted holder are refilled, in the application's time zone; `none` means never. */
export const USES_PERIODS = ['none', 'day', 'month'] as const;
export type UsesPeriod = (typeof USES_PERIODS)[number];

/** Values of features by name. */
export type Features = Readonly<Record<string, string | number | boolean>>;

/** Terms defined by a card type and copied to its cards and the users registered with them. */
export abstract class LicenceTerms {
  @Text(16)
  durationUnit!: DurationUnit;

  /** Number of units; 0 for permanent. */
  @Whole()
  durationAmount!: number;

  /** Maximum number of concurrent sessions; 0 means unlimited. */
  @Whole()
  maxSessions!: number;

  /** Maximum number of devices; 0 means unlimited. */
  @Whole()
  maxDevices!: number;

  /** Maximum number of unbinds by clients; null means unlimited. */
  @Whole({ nullable: true })
  unbindLimit!: number | null;

  /** Number of uses, in total or per period; null means that uses are not counted. */
  @Whole({ nullable: true })
  uses!: number | null;

  @Text(8, { default: 'none' })
  usesPeriod!: UsesPeriod;

  /** Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
  @JsonMap()
  features!: Features;

  /** Hours for which an offline ticket is valid; 0 means no tickets. */
  @Whole({ default: 0 })
  offlineHours!: number;
}

/** Returns only the terms of a card type, card or user. */
export function termsOf(source: LicenceTerms): Pick<LicenceTerms, keyof LicenceTerms> {
  const { durationUnit, durationAmount, maxSessions, maxDevices, unbindLimit } = source;
  const { uses, usesPeriod, features, offlineHours } = source;
  return {
    durationUnit,
    durationAmount,
    maxSessions,
    maxDevices,
    unbindLimit,
    uses,
    usesPeriod,
    features,
    offlineHours,
  };
}
