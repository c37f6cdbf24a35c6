import type { Card } from '@app/database';

/** What of a card an export needs: nothing that can be long, and no secret. */
export const EXPORTED = [
  'id',
  'cardTypeId',
  'card',
  'status',
  'frozen',
  'durationUnit',
  'durationAmount',
  'maxSessions',
  'maxDevices',
  'unbindLimit',
  'unbindsUsed',
  'activatedAt',
  'expiresAt',
  'consumedAt',
  'batch',
  'note',
  'createdAt',
] as const satisfies (keyof Card)[];

/** A card as the database hands it over: flags can be 0 and 1, and times be text. */
export type ExportedCard = Pick<Card, (typeof EXPORTED)[number]>;

type Show = (card: ExportedCard, typeName: string) => string;

/** The columns that an export can have, each as text. Times are ISO 8601 in UTC; what is not there is empty. */
export const EXPORT_COLUMNS = {
  card: ({ card }) => card,
  type: (_, typeName) => typeName,
  status: ({ status }) => status,
  frozen: ({ frozen }) => (frozen ? 'true' : 'false'),
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
  unbindsUsed: ({ unbindsUsed }) => String(unbindsUsed),
  consumedAt: ({ consumedAt }) => timeOf(consumedAt),
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
  return epochMs === null ? '' : Temporal.Instant.fromEpochMilliseconds(Number(epochMs)).toString();
}
