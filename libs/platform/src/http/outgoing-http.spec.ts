import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../../../../tools/private-server.js';
import { makeAuthority, signedBy } from '../../../../test/support/certificates.js';
import { AppConfig } from '../config/load-config.js';
import { OutgoingHttp } from './outgoing-http.js';
import { Resolver } from './resolver.js';

/**
 * Returns the first of the given lists of addresses for the first query, the second list for the second query, and so
 * on. Further queries get the last list.
 */
class PlannedResolver extends Resolver {
  asked: string[] = [];

  constructor(private readonly answers: string[][] = []) {
    super();
  }

  override async resolve(host: string) {
    const answer = this.answers[Math.min(this.asked.length, this.answers.length - 1)];
    this.asked.push(host);
    if (!answer) throw new Error('ENOTFOUND');
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }
}

class ImpatientHttp extends OutgoingHttp {
  protected override readonly timeoutMs = 300;
}

function client(allow: string[] = [], resolver = new PlannedResolver(), Client = OutgoingHttp): OutgoingHttp {
  const config = new AppConfig();
  config.outgoing.allow = allow;
  return new Client(config, resolver);
}

const servers: (Server | RawServer)[] = [];

async function listen(server: Server | RawServer, host = '127.0.0.1', port = 0): Promise<number> {
  servers.push(server);
  await once(server.listen(port, host), 'listening');
  return (server.address() as AddressInfo).port;
}

const serve = (answer: RequestListener, host?: string) => listen(createServer(answer), host);

afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

const send = (http: OutgoingHttp, url: string) => http.post({ url, headers: { 'x-test': '1' }, body: '{}' });

describe('OutgoingHttp refuses', () => {
  it.each([
    ['no URL', 'hooks', 'not_a_url'],
    ['a long URL', `https://example.com/${'a'.repeat(1000)}`, 'not_a_url'],
    ['another scheme', 'ftp://example.com/', 'not_http'],
    ['a file', 'file:///etc/passwd', 'not_http'],
    ['user info', 'https://user:password@example.com/', 'with_credentials'],
    ['a user that looks like a host', 'https://example.com@127.0.0.1/', 'with_credentials'],
    ['loopback', 'http://127.0.0.1/', 'not_public'],
    ['a short IPv4 address', 'http://127.1/', 'not_public'],
    ['a decimal IPv4 address', 'http://2130706433/', 'not_public'],
    ['an octal IPv4 address', 'http://0177.0.0.1/', 'not_public'],
    ['a hexadecimal IPv4 address', 'http://0x7f000001/', 'not_public'],
    ['an IPv4 address of mixed notation', 'http://0x7f.0.0.01/', 'not_public'],
    ['an IPv4 address in full-width digits', 'http://１２７.0.0.1/', 'not_public'],
    ['an IPv4 address with a final dot', 'http://127.0.0.1./', 'not_public'],
    ['an encoded IPv4 address', 'http://%31%32%37.0.0.1/', 'not_public'],
    ['the unspecified address', 'http://0/', 'not_public'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/', 'not_public'],
    ['IPv6 loopback', 'http://[::1]/', 'not_public'],
    ['unspecified IPv6', 'http://[::]/', 'not_public'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/', 'not_public'],
    ['NAT64', 'http://[64:ff9b::127.0.0.1]/', 'not_public'],
    ['6to4', 'http://[2002:7f00:1::]/', 'not_public'],
    ['localhost', 'http://localhost/', 'not_public'],
    ['localhost with a final dot', 'http://localhost./', 'not_public'],
    ['localhost in capitals', 'http://LocalHost/', 'not_public'],
    ['a name below localhost', 'http://hooks.localhost/', 'not_public'],
  ])('%s: %s', async (_, url, fault) => {
    const resolver = new PlannedResolver([['93.184.216.34']]);
    const http = client([], resolver);
    expect(http.faultOf(url)).toBe(fault);
    await expect(send(http, url)).rejects.toMatchObject({ fault });
    expect(resolver.asked).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a private address beside a public one', ['93.184.216.34', '10.0.0.1']],
    ['an IPv4-mapped address', ['::ffff:10.0.0.1']],
    ['a unique-local address', ['fd00::1']],
    ['a link-local address with a zone', ['fe80::1%eth0']],
  ])('a name that resolves to %s', async (_, addresses) => {
    const http = client([], new PlannedResolver([addresses]));
    expect(http.faultOf('https://hooks.example/')).toBeUndefined();
    await expect(send(http, 'https://hooks.example/')).rejects.toMatchObject({ fault: 'not_public' });
  });

  it('a name that cannot be resolved', async () => {
    await expect(send(client(), 'https://hooks.example/')).rejects.toMatchObject({ fault: 'unresolved' });
  });

  it('addresses outside of the allowed ranges', () => {
    const http = client(['10.1.0.0/16', 'fd00::/8', 'localhost']);
    const faults = [
      'http://10.1.2.3/',
      'http://[fd00::1]/',
      'http://localhost:1/',
      'http://10.2.0.1/',
      'http://[fe80::1]/',
    ];
    expect(faults.map((url) => http.faultOf(url))).toEqual([
      undefined,
      undefined,
      undefined,
      'not_public',
      'not_public',
    ]);
  });
});

describe('OutgoingHttp', () => {
  it('sends the body and headers, and returns the answer', async () => {
    const seen: unknown[] = [];
    const port = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body) => {
        seen.push(request.method, request.url, request.headers['x-test'], request.headers.host, body);
      });
      response.writeHead(202, { 'retry-after': '7' }).end('thanks');
    });
    const answer = await send(client(['127.0.0.1']), `http://127.0.0.1:${port}/hook?a=1`);
    expect(answer).toEqual({ status: 202, retryAfter: '7', body: 'thanks' });
    expect(seen).toEqual(['POST', '/hook?a=1', '1', `127.0.0.1:${port}`, '{}']);
  });

  it('connects to the checked address, even if the name resolves to a different address the next time', async () => {
    let hostHeader: string | undefined;
    const checked = createServer((request, response) => {
      hostHeader = request.headers.host;
      response.end('checked');
    });
    // No other program uses this port at either address.
    const port = await freePort();
    await listen(checked, '127.0.0.2', port);
    await listen(
      createServer((_, response) => response.end('inside')),
      '127.0.0.1',
      port,
    );
    const resolver = new PlannedResolver([['127.0.0.2'], ['127.0.0.1']]);
    const { body } = await send(client(['127.0.0.2'], resolver), `http://rebinding.example:${port}/`);
    expect(body).toBe('checked');
    expect(hostHeader).toBe(`rebinding.example:${port}`);
    expect(resolver.asked).toEqual(['rebinding.example']);
  });

  it('follows no redirect', async () => {
    let isFollowed = false;
    const inside = await serve((_, response) => {
      isFollowed = true;
      response.end('inside');
    });
    const port = await serve((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end(),
    );
    const { status } = await send(client(['127.0.0.1']), `http://127.0.0.1:${port}/`);
    expect(status).toBe(307);
    expect(isFollowed).toBe(false);
  });

  it('reads 2 KiB of an endless answer', async () => {
    const port = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    const { body } = await send(client(['127.0.0.1']), `http://127.0.0.1:${port}/`);
    expect(body).toBe('x'.repeat(2048));
  });

  it.each<[string, RequestListener]>([
    ['no answer', () => undefined],
    ['an answer that trickles', (_, response) => void response.write('x')],
  ])('stops waiting for %s', async (_, answer) => {
    const port = await serve(answer);
    const http = client(['127.0.0.1'], undefined, ImpatientHttp);
    await expect(send(http, `http://127.0.0.1:${port}/`)).rejects.toMatchObject({ fault: 'timed_out' });
  });

  it('stops waiting for a name server', async () => {
    const resolver = new PlannedResolver();
    resolver.resolve = () => new Promise(() => undefined);
    const sent = send(client([], resolver, ImpatientHttp), 'https://hooks.example/');
    await expect(sent).rejects.toMatchObject({ fault: 'timed_out' });
  });

  it.each([
    ['what is not HTTP', 'SSH-2.0-OpenSSH\r\n', 'bad_answer'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-long: 1234567890\r\n'.repeat(5000)}`, 'bad_answer'],
    ['an answer that breaks', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'broken'],
    ['a closed connection', '', 'broken'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'broken',
    ],
  ])('refuses %s', async (_, bytes, fault) => {
    const raw = createRawServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(bytes));
    });
    const port = await listen(raw);
    const sent = send(client(['127.0.0.1']), `http://127.0.0.1:${port}/`);
    await expect(sent).rejects.toMatchObject({ fault });
  });

  it('reports a closed port', async () => {
    const port = await serve(() => undefined);
    servers.pop()!.close();
    const sent = send(client(['127.0.0.1']), `http://127.0.0.1:${port}/`);
    await expect(sent).rejects.toMatchObject({ fault: 'refused' });
  });
});

describe('OutgoingHttp over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-outgoing-'));
  const before = getCACertificates('default');

  afterEach(() => {
    setDefaultCACertificates(before);
    rmSync(folder, { recursive: true, force: true });
  });

  it('verifies the name of the host, not the pinned address', async () => {
    const authority = makeAuthority(folder, 'authority');
    const { certificate, key } = signedBy(authority, folder, 'hooks.example');
    const options = { cert: readFileSync(certificate), key: readFileSync(key) };
    const port = await listen(createTlsServer(options, (_, response) => response.end('secure')));
    setDefaultCACertificates([...before, readFileSync(authority.certificate, 'utf8')]);
    const http = client(['127.0.0.1'], new PlannedResolver([['127.0.0.1']]));
    expect((await send(http, `https://hooks.example:${port}/`)).body).toBe('secure');
    const other = send(http, `https://other.example:${port}/`);
    await expect(other).rejects.toMatchObject({ fault: 'certificate' });
    setDefaultCACertificates(before);
    const unknown = send(http, `https://hooks.example:${port}/`);
    await expect(unknown).rejects.toMatchObject({ fault: 'certificate' });
  });
});
