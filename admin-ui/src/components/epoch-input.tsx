import { DateTimeInput, type DateTimeInputProps, useTranslate } from 'react-admin';
import { useTimeZone } from './use-format-time';
import { fromZoned, toZoned } from './zoned-time';

/** A date and time in the application's zone, stored as epoch milliseconds. */
export function EpochInput({ helperText, ...props }: DateTimeInputProps) {
  const translate = useTranslate();
  const timeZone = useTimeZone();
  const own = typeof helperText === 'string' ? `${translate(helperText, { _: helperText })} ` : '';
  return (
    <DateTimeInput
      {...props}
      // React-admin also passes values that are already formatted.
      format={(time: number | string | null | undefined) =>
        typeof time === 'number' ? toZoned(time, timeZone) : (time ?? '')
      }
      parse={(text: string) => (text ? fromZoned(text, timeZone) : null)}
      helperText={own + translate('panel.in_time_zone', { zone: timeZone })}
    />
  );
}
