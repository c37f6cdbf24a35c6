import { hash } from 'node:crypto';
import { isSameText } from '@app/platform';

type Field = readonly [name: string, value: string];

/**
 * Returns the signature of a form: the MD5 of its decoded fields and the key, joined as a query string. Fields are
 * sorted by name. Members of a list (such as `sku[color]`) are sorted by the name of the list and otherwise keep their
 * order. Empty fields are omitted, except members of lists. acg-faka signs by these rules, which come from PHP.
 */
export function acgSignature(fields: readonly Field[], key: string): string {
  const signed = fields.filter(([name, value]) => name !== 'sign' && (value !== '' || isMember(name)));
  const text = signed
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(listOf(a)), Buffer.from(listOf(b))))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return hash('md5', `${text}&key=${key}`, 'hex');
}

/** True if the form's field `sign` contains the right signature. */
export function isAcgSigned(fields: readonly Field[], key: string): boolean {
  const [, sign = ''] = fields.find(([name]) => name === 'sign') ?? [];
  return isSameText(sign, acgSignature(fields, key));
}

function isMember(name: string): boolean {
  return name.includes('[');
}

function listOf(name: string): string {
  const [list = ''] = name.split('[', 1);
  return list;
}
