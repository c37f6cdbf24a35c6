import type { Card } from '@app/database';
import { featuresText, usesOf } from '@app/licensing';

/** The card columns that an export reads. They contain no long texts and no secrets. */
export const EXPORTED = {
  id: true,
  applicationId: true,
  cardTypeId: true,
  card: true,
  status: true,
  frozen: true,
  durationUnit: true,
  durationAmount: true,
  maxSessions: true,
  maxDevices: true,
  unbindLimit: true,
  features: true,
  offlineHours: true,
  unbindsUsed: true,
  uses: true,
  usesPeriod: true,
  usesUsed: true,
  usesCountedAt: true,
  activatedAt: true,
  expiresAt: true,
  consumedAt: true,
  batch: true,
  note: true,
  orderId: true,
  issuedAt: true,
  createdAt: true,
} as const;
export type ExportedCard = Pick<Card, keyof typeof EXPORTED>;

/** Data of a row in addition to the card. */
interface ExportContext {
  readonly typeName: string;
  /** Time zone of the card's application. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Show = (card: ExportedCard, context: ExportContext) => string;

/** The columns that an export can have, rendered as text. Times are ISO 8601 in UTC; missing values are empty. */
export const EXPORT_COLUMNS = {
  card: ({ card }) => card,
  type: (_, { typeName }) => typeName,
  status: ({ status }) => status,
  frozen: ({ frozen }) => String(frozen),
  duration: ({ durationUnit, durationAmount }) =>
    durationUnit === 'permanent' ? durationUnit : `${durationAmount} ${durationUnit}`,
  activatedAt: ({ activatedAt }) => timeOf(activatedAt),
  expiresAt: ({ expiresAt }) => timeOf(expiresAt),
  batch: ({ batch }) => batch ?? '',
  note: ({ note }) => note ?? '',
  id: ({ id }) => String(id),
  maxSessions: ({ maxSessions }) => String(maxSessions),
  maxDevices: ({ maxDevices }) => String(maxDevices),
  unbindLimit: ({ unbindLimit }) => String(unbindLimit ?? ''),
  offlineHours: ({ offlineHours }) => String(offlineHours),
  unbindsUsed: ({ unbindsUsed }) => String(unbindsUsed),
  uses: ({ uses }) => String(uses ?? ''),
  usesPeriod: ({ uses, usesPeriod }) => (uses === null ? '' : usesPeriod),
  usesLeft: (card, { now, timeZone }) => String(usesOf(card, now, timeZone)?.left ?? ''),
  features: ({ features }) => featuresText(features) ?? '',
  consumedAt: ({ consumedAt }) => timeOf(consumedAt),
  orderId: ({ orderId }) => String(orderId ?? ''),
  issuedAt: ({ issuedAt }) => timeOf(issuedAt),
  createdAt: ({ createdAt }) => timeOf(createdAt),
} as const satisfies Record<string, Show>;
export type ExportColumn = keyof typeof EXPORT_COLUMNS;

export const DEFAULT_COLUMNS: readonly ExportColumn[] = [
  'card',
  'type',
  'status',
  'frozen',
  'duration',
  'activatedAt',
  'expiresAt',
  'batch',
  'note',
];

function timeOf(epochMs: number | null): string {
  return epochMs === null ? '' : Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}
