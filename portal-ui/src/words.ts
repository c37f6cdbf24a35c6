import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ApiError } from './api';
import { en, type Texts } from './texts/en';
import type { Language } from './types';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The texts and time formats of the chosen language. */
export interface Words {
  readonly t: Texts;
  readonly language: Language;
}

export const WordsContext = createContext<Words>({ t: en, language: 'en' });

export function useWords() {
  const { t, language } = useContext(WordsContext);
  /** Date and time in the browser's time zone. */
  const time = (at: number) =>
    new Date(at).toLocaleString(language, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    });
  /** The largest unit that fits, so that nobody reads "43199 minutes". */
  const span = (ms: number) => {
    if (ms >= 2 * DAY_MS) return t.days(Math.floor(ms / DAY_MS));
    if (ms >= HOUR_MS) return t.hours(Math.floor(ms / HOUR_MS));
    return t.minutes(Math.max(1, Math.floor(ms / MINUTE_MS)));
  };
  const hours = (count: number) => (count >= 48 && count % 24 === 0 ? t.days(count / 24) : t.hours(count));
  const refusal = (code: string, until?: number | null) => {
    const words = t.refusals[code] || t.unknownRefusal;
    return until ? `${words} ${t.from(time(until))}` : words;
  };
  const explain = (error: unknown) => {
    if (!(error instanceof ApiError)) return t.unknownRefusal;
    const { seconds, until } = error.params;
    const words = refusal(error.code, until === undefined ? null : Number(until));
    return seconds ? `${words} ${t.retryIn(Math.ceil(Number(seconds) / 60))}` : words;
  };
  return { t, language, time, span, hours, refusal, explain };
}
