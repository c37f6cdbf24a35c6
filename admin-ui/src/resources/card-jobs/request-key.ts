/**
 * Returns a function that assigns idempotency keys: a request repeated for lack of an answer keeps its key and is
 * executed once; a different request gets a new one.
 */
export function requestKeys(): (request: object) => string {
  let last = '';
  let key = '';
  return (request) => {
    const text = JSON.stringify(request);
    if (text !== last) key = randomName();
    last = text;
    return key;
  };
}

/** Replaces `crypto.randomUUID`, which browsers withhold without HTTPS. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
