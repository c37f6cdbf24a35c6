import { randomHex } from '../../components/values';

/**
 * Returns a function that assigns idempotency keys. A request that is repeated because its answer was lost keeps its
 * key, so the server executes it only once. A different request gets a new key.
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
