import type { Dto } from '../api/types';
import { i18nProvider } from './index';

export type Problem = Dto<'AdminProblem'> & Pick<Partial<Dto<'AdminError'>>, 'faults'>;

/** Parameters that the API has few values of, which have words of their own. */
const WORDS = new Set(['kind', 'column', 'status']);

/** Says a problem in the language of the panel, or in the API's English where that has no words for it. */
export function sayProblem({ code, params, message, faults = {} }: Problem): string {
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, sayValue(name, value)]);
  return i18nProvider.translate(`panel.problem.${code}`, {
    ...Object.fromEntries(values),
    faults: Object.entries(sayFaults(faults))
      .map(([field, words]) => `${field} ${words}`)
      .join('; '),
    _: message,
  });
}

/** Says what is wrong with each field, in the form in which react-admin looks for it. */
export function sayFaults(faults: Record<string, Problem>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, sayProblem(fault)]));
}

function sayValue(name: string, value: Problem['params'][string]): string {
  if (Array.isArray(value)) return value.join(', ');
  if (WORDS.has(name)) return i18nProvider.translate(`panel.problem_value.${value}`, { _: String(value) });
  if (typeof value !== 'number') return value;
  return name === 'seconds' ? sayDuration(value) : value.toLocaleString();
}

function sayDuration(seconds: number): string {
  const [unit, amount] =
    seconds > 60 ? (['minute', Math.ceil(seconds / 60)] as const) : (['second', seconds] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return amount.toLocaleString(i18nProvider.getLocale(), style);
}
