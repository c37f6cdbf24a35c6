import { randomHex } from '../../components/values';

/**
 * Returns a function that assigns idempotency keys: a request that is repeated after a missing answer keeps its key and
 * is executed once; a different request gets a new key.
 */
export function requestKeys(): (request: object) => string {
  let last = '';
  let key = '';
  return (request) => {
    const text = JSON.stringify(request);
    if (text !== last) key = randomHex(16);
    last = text;
    return key;
  };
}
