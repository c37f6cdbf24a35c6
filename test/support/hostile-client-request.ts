import * as fc from 'fast-check';
import { CLIENT_ROUTE_TABLE, PAOJIAOYUN_ROUTE_TABLE, type Sessions } from './client-route-table.js';
import { hostileJson, hostileName, hostileSegment, hostileText, seldom } from './hostile-values.js';
import type { Answer, Encoding, Parameters, SignedClient } from './signed-client.js';

const JSON_TYPE = 'application/json';
const TYPES = [
  'text/xml',
  '',
  ';;;',
  'application/json; charset=utf-7',
  'application/json;charset',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded; a="\\"',
];
const NO_UTF8 = Buffer.from([0xed, 0xa0, 0x80, 0xff, 0xc0, 0xaf]);

/** Changes to a request after it was signed. */
const TAMPERINGS = [
  'repeat',
  'two values',
  'json',
  'cut',
  'bad UTF-8',
  'type',
  'boundary',
  'encoding',
] as const;

export const encoding = fc.constantFrom<Encoding>('json', 'form', 'multipart', 'query');
export const clientRoute = fc.constantFrom(...Object.keys(CLIENT_ROUTE_TABLE));

export interface HostileClientRequest {
  route: string;
  /** Changed parameters, by number (including the common parameters), with their new values. The values are signed. */
  changes: [number, string][];
  extra: [string, string] | null;
  /** The variable part of the path, if there is one. */
  segment: string | null;
  encoding: Encoding;
  tampering: (typeof TAMPERINGS)[number] | null;
  /** A value for use in JSON. */
  json: string;
  /** Position of the change. */
  at: number;
}

const TABLE = { ...CLIENT_ROUTE_TABLE, ...PAOJIAOYUN_ROUTE_TABLE };

/** Hostile requests with a correct signature, so that most pass the signature check. */
export const hostileClientRequest = hostileRequest(clientRoute);

/** The same requests, but of clients of 泡椒云. */
export const hostilePaojiaoyunRequest = hostileRequest(
  fc.constantFrom(...Object.keys(PAOJIAOYUN_ROUTE_TABLE)),
);

function hostileRequest(route: fc.Arbitrary<string>): fc.Arbitrary<HostileClientRequest> {
  return fc.record({
    route,
    changes: fc.array(fc.tuple(fc.nat(), hostileText), { maxLength: 3 }),
    extra: seldom(4, fc.tuple(hostileName, hostileText)),
    segment: seldom(4, hostileSegment),
    encoding,
    tampering: seldom(3, fc.constantFrom(...TAMPERINGS)),
    json: hostileJson,
    at: fc.nat(),
  });
}

/** Returns the method and path of a route. */
export function addressOf(route: string, segment: string | null = null): { method: string; path: string } {
  const [method, path] = route.split(' ') as [string, string];
  return { method, path: path.replace(/:\w+/, segment ?? 'one') };
}

export async function sendHostile(
  client: SignedClient,
  sessions: Sessions,
  request: HostileClientRequest,
): Promise<Answer> {
  const { route, changes, extra, segment } = request;
  const own = await TABLE[route]!(sessions);
  const names = [...Object.keys(own), ...Object.keys(own), 'app_key', 'timestamp', 'nonce'];
  const changed = Object.fromEntries(changes.map(([at, value]) => [names[at % names.length]!, value]));
  const address = addressOf(route, segment);
  const given = { ...own, ...changed, ...(extra && Object.fromEntries([extra])) };
  const parameters = client.sign(given, address.method, address.path);
  return sendTampered(client, address, parameters, request);
}

function sendTampered(
  client: SignedClient,
  { method, path }: { method: string; path: string },
  parameters: Parameters,
  { encoding, tampering, json, at }: HostileClientRequest,
): Promise<Answer> {
  const entries = Object.entries(parameters);
  const [name, value] = entries[at % entries.length]!;
  const body = Buffer.from(JSON.stringify(parameters));
  const cut = at % body.length;
  const send = (to = path) => client.send(method, to, parameters, method === 'GET' ? 'query' : encoding);
  const sendBody = (bytes: Buffer | string, type = JSON_TYPE, more: Record<string, string> = {}) =>
    method === 'GET' ? send() : client.request(method, path, bytes, { 'content-type': type, ...more });
  switch (tampering ?? 'nothing') {
    case 'repeat': {
      const texts = [...entries, [name, value]].map(([key, each]) => [String(key), String(each)]);
      return client.request(method, `${path}?${new URLSearchParams(texts).toString()}`);
    }
    case 'two values':
      return send(`${path}?${encodeURIComponent(name)}=x`);
    case 'json': {
      const members = entries.map(([key, each]) => [
        JSON.stringify(key),
        key === name ? json : JSON.stringify(each),
      ]);
      return sendBody(at % 5 === 0 ? json : `{${members.map((member) => member.join(':')).join()}}`);
    }
    case 'cut':
      return sendBody(body.subarray(0, cut));
    case 'bad UTF-8':
      return sendBody(Buffer.concat([body.subarray(0, cut), NO_UTF8, body.subarray(cut)]));
    case 'type':
      return sendBody(body, TYPES[at % TYPES.length]);
    case 'boundary': {
      const part = `--B\r\nContent-Disposition: form-data; name="${name}\r\n\r\n${value}\r\n--B`;
      return sendBody(part, 'multipart/form-data; boundary=B');
    }
    case 'encoding':
      return sendBody(body, JSON_TYPE, { 'content-encoding': ['gzip', 'deflate', 'br', 'x'][at % 4]! });
    case 'nothing':
      return send();
  }
}
