import type { Dto } from '../api/types';
import { i18nProvider } from './index';

export type Problem = Dto<'AdminProblem'> & Pick<Partial<Dto<'AdminError'>>, 'faults'>;

/** Parameters with a fixed set of values, which are translated. */
const WORDS = new Set(['kind', 'column', 'status']);

/** Returns the text of a problem in the language of the panel; if there is no translation, the API's English text. */
export function problemText({ code, params, message, faults = {} }: Problem): string {
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, valueText(name, value)]);
  return i18nProvider.translate(`panel.problem.${code}`, {
    ...Object.fromEntries(values),
    faults: Object.entries(faultTexts(faults))
      .map(([field, words]) => `${field} ${words}`)
      .join('; '),
    _: message,
  });
}

/** Returns the text of each faulty field by the name of the field, as react-admin expects. */
export function faultTexts(faults: Record<string, Problem>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, problemText(fault)]));
}

function valueText(name: string, value: Problem['params'][string]): string {
  if (Array.isArray(value)) return value.join(', ');
  if (WORDS.has(name)) return i18nProvider.translate(`panel.problem_value.${value}`, { _: String(value) });
  if (typeof value !== 'number') return value;
  return name === 'seconds' ? durationText(value) : value.toLocaleString();
}

function durationText(seconds: number): string {
  const [unit, amount] =
    seconds > 60 ? (['minute', Math.ceil(seconds / 60)] as const) : (['second', seconds] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return amount.toLocaleString(i18nProvider.getLocale(), style);
}
