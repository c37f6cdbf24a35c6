import type { Dto } from '../api/types';

/** Returns the meaning of a refusal's code in the panel's language. */
export function meaningOf({ en, zh }: Pick<Dto<'HolderRefusalDto'>, 'en' | 'zh'>, locale: string): string {
  return locale === 'zh' ? zh : en;
}
