import { DateTimeInput, type DateTimeInputProps } from 'react-admin';

/** A date and time in the browser's time zone, stored as epoch milliseconds. */
export function EpochInput(props: DateTimeInputProps) {
  return <DateTimeInput {...props} parse={(text: string) => (text ? Date.parse(text) : null)} />;
}
