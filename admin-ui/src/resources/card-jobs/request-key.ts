/**
 * Names requests, so that what is sent again because no answer came is done once. Something else that is asked for gets
 * another name.
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

/** As `crypto.randomUUID`, which browsers keep back where the panel is served without HTTPS. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
