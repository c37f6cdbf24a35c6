import { isIP } from 'node:net';
import { errorMessage } from '../error-message.js';
import { readBoundedFile } from './bounded-file.js';
import { requireDecodable, requirePort } from './url-parts.js';

/** Values of `ssl-mode`, named as in MySQL's own clients. */
const SSL_MODES = ['disabled', 'required', 'verify_ca', 'verify_identity'] as const;
type SslMode = (typeof SSL_MODES)[number];

const PARAMETERS = ['ssl-mode', 'ssl-ca', 'ssl-cert', 'ssl-key'] as const;
type Parameters = Partial<Record<(typeof PARAMETERS)[number], string>>;

/** Encryption of the connection, in the driver's format. */
interface DatabaseTls {
  ca?: string;
  cert?: string;
  key?: string;
  /** Requires a server certificate signed by a known authority. */
  rejectUnauthorized: boolean;
  /** Also requires the certificate to match the host of the URL. */
  verifyIdentity: boolean;
}

export interface DatabaseUrl {
  /** URL without parameters. */
  url: string;
  host: string;
  port: number;
  tls: DatabaseTls | undefined;
}

/**
 * Parses `DATABASE_URL` and reads the files in its parameters.
 * @throws Error with a message to append to the setting's name
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, url, query = ''] = /^((?:mysql|mariadb):\/\/[^/]+\/[^/?]+)(?:\?(.*))?$/.exec(text) ?? [];
  if (url === undefined)
    throw new Error('must look like mysql://user:password@host:3306/database (or mariadb://…)');
  const parameters = parametersOf(query);
  const mode = modeOf(parameters);
  const { host, port } = placeOf(url);
  return { url, host, port, tls: mode === 'disabled' ? undefined : tlsOf(mode, parameters, host) };
}

function parametersOf(query: string): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const known = PARAMETERS.find((parameter) => parameter === name);
    // The message omits the name: if a password contains an unescaped `?`, the name is a part of the password.
    if (!known) throw new Error(`has a parameter that is not known (known: ${PARAMETERS.join(', ')})`);
    if (known in parameters) throw new Error(`has the parameter "${name}" twice`);
    parameters[known] = value;
  }
  return parameters;
}

/** Returns the TLS mode. Any TLS parameter turns verification on, unless `ssl-mode` is set. */
function modeOf(parameters: Parameters): SslMode {
  const text = parameters['ssl-mode'];
  const isAsked = Object.keys(parameters).length > 0;
  const mode =
    text === undefined
      ? isAsked
        ? 'verify_identity'
        : 'disabled'
      : SSL_MODES.find((known) => known === text.toLowerCase().replaceAll('-', '_'));
  if (!mode) throw new Error(`has an unknown ssl-mode "${text}" (known: ${SSL_MODES.join(', ')})`);
  if (mode === 'disabled' && Object.keys(parameters).length > 1)
    throw new Error('has ssl-mode=disabled together with other TLS parameters');
  return mode;
}

function tlsOf(mode: Exclude<SslMode, 'disabled'>, parameters: Parameters, host: string): DatabaseTls {
  if (mode === 'required' && parameters['ssl-ca'] !== undefined)
    throw new Error('has ssl-ca, which ssl-mode=required ignores: use verify_ca or verify_identity');
  if (mode === 'verify_ca' && parameters['ssl-ca'] === undefined)
    throw new Error('has ssl-mode=verify_ca, which requires ssl-ca=<file of the authority>');
  if (mode === 'verify_identity' && isIP(host) !== 0)
    throw new Error(
      `has the host address ${host}, which cannot be verified against a certificate: use the name in the ` +
        'certificate, or ssl-mode=verify_ca with ssl-ca',
    );
  if ((parameters['ssl-cert'] === undefined) !== (parameters['ssl-key'] === undefined))
    throw new Error('needs ssl-cert and ssl-key together');
  const tls: DatabaseTls = {
    rejectUnauthorized: mode !== 'required',
    verifyIdentity: mode === 'verify_identity',
  };
  for (const [name, field] of [
    ['ssl-ca', 'ca'],
    ['ssl-cert', 'cert'],
    ['ssl-key', 'key'],
  ] as const) {
    const path = parameters[name];
    if (path !== undefined) tls[field] = readPem(path, ` by ${name}`);
  }
  return tls;
}

/** Maximum size of a PEM file, enough for all public authorities. */
const MAX_PEM_BYTES = 2 * 1024 * 1024;

/**
 * Reads a PEM file of certificates or a key.
 * @param where the part of the setting that contains the path, if a setting has several parts
 * @throws Error with a message to append to the setting's name
 */
export function readPem(path: string, where = ''): string {
  let text: string;
  try {
    text = readBoundedFile(path, MAX_PEM_BYTES);
  } catch (error) {
    throw new Error(`names${where} a file that cannot be read: ${errorMessage(error)}`, { cause: error });
  }
  if (!text.includes('-----BEGIN ')) throw new Error(`names${where} a file that is not PEM: ${path}`);
  return text;
}

const MYSQL_PORT = 3306;

function placeOf(url: string): { host: string; port: number } {
  const [, account = '', host = '', port] =
    /^[^/]+\/\/(?:([^/]*)@)?(\[[^\]]*\]|[^:/]*)(?::([^/]*))?/.exec(url) ?? [];
  requireDecodable(account);
  return { host: host.replace(/^\[|\]$/g, ''), port: port ? requirePort(port) : MYSQL_PORT };
}
