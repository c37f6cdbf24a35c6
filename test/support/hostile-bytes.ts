import * as fc from 'fast-check';

/** Bytes with a meaning in HTTP. */
const TOKENS = [
  '\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', ':', ',', ';', '"', '%', '?', '#', '&', '=', '{', '[', '--B\r\n',
  'Content-Length: 5\r\n', 'Content-Length: 99999999\r\n', 'Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n',
  'Connection: close\r\n', 'Connection: Upgrade\r\nUpgrade: websocket\r\n', 'Host: y\r\n', 'Expect: what\r\n', '0\r\n\r\n',
  'Content-Encoding: gzip\r\n', 'Content-Type: multipart/form-data; boundary=B\r\n', 'HTTP/1.0', 'HEAD ', 'CONNECT ', 'OPTIONS ',
  'http://x/', '//', '/..', '\xff\xfe', '\xed\xa0\x80', 'Authorization: Bearer ', 'Cookie: a=;b;=c;',
]; // prettier-ignore

interface Change {
  kind: 'insert' | 'replace' | 'delete' | 'repeat' | 'cut';
  at: number;
  length: number;
  bytes: string;
}

export type Changes = readonly Change[];

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'replace', 'delete', 'repeat', 'cut'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 40 }),
  bytes: fc.oneof(fc.constantFrom(...TOKENS), fc.uint8Array({ min: 0, maxLength: 4 }).map(latin1)),
});

/** Changes that break the bytes of a request. */
export const hostileChanges: fc.Arbitrary<Changes> = fc.array(change, { minLength: 1, maxLength: 4 });

/** Returns the bytes, as Latin-1, with the changes applied. */
export function changed(text: string, changes: Changes): string {
  return changes.reduce((text, { kind, at, length, bytes }) => {
    const start = at % (text.length + 1);
    const [head, tail] = [text.slice(0, start), text.slice(start)];
    switch (kind) {
      case 'insert':
        return head + bytes + tail;
      case 'replace':
        return head + bytes + tail.slice(bytes.length);
      case 'delete':
        return head + tail.slice(length);
      case 'repeat':
        return head + tail.slice(0, length * 10).repeat(5) + tail;
      case 'cut':
        return head;
    }
  }, text);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
