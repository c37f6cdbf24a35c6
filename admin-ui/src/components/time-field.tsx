import { type RaRecord, useRecordContext, useTranslate } from 'react-admin';
import { useFormatExactTime, useFormatTime } from './use-format-time';

interface TimeFieldProps {
  source: string;
  /** Not used here: lists and pages read this prop for the heading of the field. */
  label?: string;
  emptyText?: string;
}

/** A time in the application's zone; a tooltip shows the seconds and the zone. */
export function TimeField({ source, emptyText = '' }: TimeFieldProps) {
  const epochMs = useRecordContext<RaRecord>()?.[source] as number | null | undefined;
  const translate = useTranslate();
  if (epochMs == null) return <span>{translate(emptyText, { _: emptyText })}</span>;
  return <Time epochMs={epochMs} />;
}

/** A time in the application's zone. If `words` are given, they are shown instead of the time. */
export function Time({ epochMs, words }: { epochMs: number; words?: string }) {
  const format = useFormatTime();
  const formatExact = useFormatExactTime();
  return (
    <time
      dateTime={new Date(epochMs).toISOString()}
      title={formatExact(epochMs)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {words ?? format(epochMs)}
    </time>
  );
}
