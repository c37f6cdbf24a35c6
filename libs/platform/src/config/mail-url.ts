import { requireDecodable, requirePort } from './url-parts.js';

const EXAMPLE = 'smtps://user:password@smtp.example.com (in a password, write # as %23, / as %2F, @ as %40)';
const SUBMISSION_PORT = 587;
const TLS_PORT = 465;

/** A mail server that accepts emails for delivery. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** True if the connection begins with TLS. */
  readonly tls: boolean;
  readonly user: string;
  readonly password: string;
}

/**
 * Parses the URL of a mail server.
 * @throws Error with a message to append to the setting's name; it contains no part of the URL
 */
export function parseMailUrl(text: string): MailServer {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(`must look like ${EXAMPLE}`);
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error(`must end after the host or port, as in ${EXAMPLE}`);
  requireDecodable(url.username);
  requireDecodable(url.password);
  const tls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (tls ? TLS_PORT : SUBMISSION_PORT) : requirePort(url.port),
    tls,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
