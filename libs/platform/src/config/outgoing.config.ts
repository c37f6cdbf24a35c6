import { ValidateBy } from 'class-validator';
import { isIP } from 'node:net';
import { parseRange } from '../http/address-range.js';
import { Setting } from './setting.js';

/** A host name without port, such as `hooks.internal`. */
const NAME = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/i;

/** Requests that the server sends to addresses that people enter, such as webhooks and notifiers. */
export class OutgoingConfig {
  /**
   * Comma-separated host names, addresses and CIDR ranges that are not public but may receive requests, such as
   * `hooks.internal,10.1.0.0/16`. By default only public addresses are allowed. A name allows every address that it
   * resolves to.
   */
  @Setting('OUTGOING_ALLOW', (text) => text.split(',').map((part) => part.trim()))
  @ValidateBy(
    { name: 'hosts', validator: { validate: isHostOrRange } },
    { each: true, message: 'must be comma-separated host names, addresses or CIDR ranges' },
  )
  allow: string[] = [];
}

function isHostOrRange(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  if (parseRange(text)) return true;
  // `10.0.0` and `10.0.0.0/33` are mistakes rather than names.
  return NAME.test(text) && isIP(text) === 0 && !/^[\d.]+$/.test(text);
}
