import { hash } from 'node:crypto';
import { sortedLines, type SignedRequest } from './signed-texts.js';

const NAME = 'latchkey-nonce-v1';
const PREFIX = 'b1.';
const BOUND = /^b1\.([\w-]{12})\.([\w-]{20})$/;
const TAG_LENGTH = 20;

/**
 * True if the request's nonce has the form of a bound nonce, but belongs to a request with a different method, path or
 * parameters. The server refuses a request with such a nonce. Otherwise an attacker who knows the secret could send a
 * client's nonce with other parameters. The signature of the answer covers this nonce, so the client would accept the
 * answer as the answer to its own request.
 */
export function isBoundElsewhere(request: SignedRequest): boolean {
  const nonce = request.parameters.get('nonce');
  if (!nonce?.startsWith(PREFIX)) return false;
  const [, random, tag] = BOUND.exec(nonce) ?? [];
  // Anyone can compute the tag, so the comparison need not be in constant time.
  return random !== undefined && tag !== nonceTag(request, random);
}

function nonceTag(request: SignedRequest, random: string): string {
  return hash('sha256', nonceText(request, random), 'base64url').slice(0, TAG_LENGTH);
}

/**
 * Returns the text whose digest binds a nonce to its request. Two different requests have different texts.
 * @param random the nonce's 12 random characters
 */
export function nonceText({ method, path, parameters }: SignedRequest, random: string): string {
  const pairs = [...parameters].filter(([name]) => name !== 'nonce' && name !== 'sign');
  return [NAME, method, path, random, ...sortedLines(pairs)].join('\n');
}
