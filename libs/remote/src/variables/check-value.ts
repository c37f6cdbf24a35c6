import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Returns the check value of a variable (contract: Remote, `check` rules).
 * @param rule `md5`, `crc32`, or a fixed text that is returned unchanged; null or empty for no check value
 * @returns one of these values:
 * - for `md5`, 32 lowercase hex digits, computed from the value's UTF-8 bytes
 * - for `crc32`, an unsigned 32-bit integer, computed from the same bytes
 * - for a fixed text, this text
 */
export function checkValue(rule: string | null, value: string): string | number | undefined {
  switch (rule) {
    case null:
    case '':
      return undefined;
    case 'md5':
      return hash('md5', value, 'hex');
    case 'crc32':
      return crc32(value);
    default:
      return rule;
  }
}
