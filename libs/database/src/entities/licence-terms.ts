import { Text, Whole } from '../columns.js';

export const DURATION_UNITS = ['minutes', 'hours', 'days', 'months', 'years', 'permanent'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** Terms defined by a card type and copied to its cards and the users registered with them. */
export abstract class LicenceTerms {
  @Text(16)
  durationUnit!: DurationUnit;

  /** Number of units; 0 for permanent. */
  @Whole()
  durationAmount!: number;

  /** Maximum concurrent sessions; 0 = unlimited. */
  @Whole()
  maxSessions!: number;

  /** 0 = unlimited. */
  @Whole()
  maxDevices!: number;

  /** null = unlimited. */
  @Whole({ nullable: true })
  unbindLimit!: number | null;
}

/** Returns the terms alone, for copying. */
export function termsOf(source: LicenceTerms): Pick<LicenceTerms, keyof LicenceTerms> {
  const { durationUnit, durationAmount, maxSessions, maxDevices, unbindLimit } = source;
  return { durationUnit, durationAmount, maxSessions, maxDevices, unbindLimit };
}
