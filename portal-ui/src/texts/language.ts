import type { Language } from '../types';
import { en, type Texts } from './en';
import { zhCn } from './zh-cn';

const TEXTS: { readonly [language in Language]: Texts } = { en, 'zh-CN': zhCn };
export const LANGUAGE_NAMES: { readonly [language in Language]: string } = { en: 'English', 'zh-CN': '中文' };

const KEY = 'latchkey_portal_language';

/** Returns the customer's earlier choice, else the browser's language, else the page's default. */
export function chooseLanguage(offered: readonly Language[]): Language {
  const wanted = [stored(), ...(navigator.languages || [navigator.language])];
  for (const each of wanted) {
    const found = offered.find((language) => each && each.slice(0, 2) === language.slice(0, 2));
    if (found) return found;
  }
  return offered[0] || 'en';
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The browser does not let this page store anything.
  }
}

export function textsIn(language: Language): Texts {
  return TEXTS[language];
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
