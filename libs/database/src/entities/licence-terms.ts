import { Text, Whole } from '../columns.js';

export const DURATION_UNITS = ['minutes', 'hours', 'days', 'months', 'years', 'permanent'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** What a card type promises and what its cards, and the users registered with them, take over. */
export abstract class LicenceTerms {
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
}

/** The terms alone, to copy them. */
export function termsOf(source: LicenceTerms): Pick<LicenceTerms, keyof LicenceTerms> {
  const { durationUnit, durationAmount, maxSessions, maxDevices, unbindLimit } = source;
  return { durationUnit, durationAmount, maxSessions, maxDevices, unbindLimit };
}
