const POST = 'POST /api/client/v1/card/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const GET = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';

/** A second request. A parser that misjudges where the first request ends treats this one as part of the first. */
const HIDDEN = 'GET /health/live?hidden HTTP/1.1\r\nHost: x\r\n\r\n';

const posted = (headers: string, body = '0\r\n\r\n') => `${POST}${headers}\r\n\r\n${body}${HIDDEN}`;
const chunked = (body: string) => posted('Transfer-Encoding: chunked', body);

/**
 * Malformed requests, and requests about whose end a proxy and the server could disagree. The server must refuse each
 * with one response and close the connection, since following bytes could be a different client's request.
 */
export const BROKEN: Record<string, string | Buffer> = {
  'a length and chunks': posted('Content-Length: 5\r\nTransfer-Encoding: chunked'),
  'chunks and a length': posted('Transfer-Encoding: chunked\r\nContent-Length: 5'),
  'two lengths': posted('Content-Length: 5\r\nContent-Length: 6'),
  'a length twice': posted('Content-Length: 5\r\nContent-Length: 5'),
  'a list of lengths': posted('Content-Length: 5, 5'),
  'a length with a sign': posted('Content-Length: +5'),
  'a negative length': posted('Content-Length: -5'),
  'a length in hex': posted('Content-Length: 0x5'),
  'a length beyond 64 bits': posted('Content-Length: 18446744073709551621'),
  'no length': posted('Content-Length: '),
  'an unknown coding': posted('Transfer-Encoding: xchunked'),
  'chunks not as the last coding': posted('Transfer-Encoding: chunked, identity'),
  'a coding twice': posted('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'),
  'a blank before the colon': posted('Transfer-Encoding : chunked'),
  'a folded header': posted('X: a\r\n Transfer-Encoding: chunked'),
  'a header without a name': posted(': x'),
  'a header without a colon': posted('Transfer-Encoding chunked'),
  'NUL in a header': posted('X: a\0b'),
  'a bare CR in a header': posted('X: a\rContent-Length: 5'),
  'a bare LF behind a header': posted('X: a\nContent-Length: 5'),
  'bare LFs alone': `${GET}${HIDDEN}`.replaceAll('\r\n', '\n'),
  'a chunk size that is none': chunked('zz\r\nx\r\n0\r\n\r\n'),
  'a chunk size beyond 64 bits': chunked('FFFFFFFFFFFFFFFFF\r\nx\r\n0\r\n\r\n'),
  'a chunk longer than it says': chunked('1\r\nxyz\r\n0\r\n\r\n'),
  'a chunk extension with a bare LF': chunked('1;a=\nb\r\nx\r\n0\r\n\r\n'),
  'chunks with bare LFs': chunked('1\nx\n0\n\n'),
  'chunk extensions without end': chunked(`1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`),
  'no host': GET.replace('Host: x\r\n', 'Connection: close\r\n') + '\r\n',
  'an unknown method': `FOO / HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'a method in lower case': `get / HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'an unknown version': `GET / HTTP/3.7\r\nHost: x\r\n\r\n${HIDDEN}`,
  'HTTP/0.9 and more behind it': `GET /health/live\r\n\r\n${HIDDEN}`,
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  TLS: Buffer.from('160301020001fc0303', 'hex'),
  'a blank in the address': `GET /a b HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'a control character in the address': `GET /a\x01b HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'an endless address': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'endless headers': `${GET}${'X-Header: some value\r\n'.repeat(1000)}\r\n${HIDDEN}`,
  'endless trailers': chunked(`1\r\nx\r\n0\r\n${'X-Trailer: some value\r\n'.repeat(2000)}\r\n`),
  'junk': Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 151) % 256)),
}; // prettier-ignore
