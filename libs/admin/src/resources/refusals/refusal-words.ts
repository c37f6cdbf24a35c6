import { CLIENT_ERRORS, STATUS_MESSAGES } from '@app/auth-signature';

/** The messages of a response code of the client API, in English and Chinese. */
export interface RefusalWords {
  en: string;
  zh: string;
}

const WORDS = collect();

/** Returns the messages that clients get with a code; if a code has several messages, they are separated by ` / `. */
export function refusalWords(code: number): RefusalWords {
  return WORDS.get(code) ?? { en: String(code), zh: String(code) };
}

function collect(): Map<number, RefusalWords> {
  const words = new Map<number, RefusalWords>();
  for (const [code, { en, 'zh-CN': zh }] of Object.entries(STATUS_MESSAGES))
    words.set(Number(code), { en, zh });
  for (const { code, en, 'zh-CN': zh } of Object.values(CLIENT_ERRORS)) {
    const known = words.get(code);
    words.set(code, known ? { en: `${known.en} / ${en}`, zh: `${known.zh} / ${zh}` } : { en, zh });
  }
  return words;
}
