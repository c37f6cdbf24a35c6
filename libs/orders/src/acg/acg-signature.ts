import { hash } from 'node:crypto';
import { isSameText } from '@app/platform';

type Field = readonly [name: string, value: string];

/**
 * Returns the signature of a form: the MD5 of its decoded fields and the key, joined as a query string. Fields are
 * sorted by name; members of a list (`sku[color]`) stay in their order under the name of the list. Empty fields are
 * omitted, but empty members are not. acg-faka signs by these rules of PHP.
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
