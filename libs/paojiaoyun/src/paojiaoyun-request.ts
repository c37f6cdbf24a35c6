import type { ClientApplication } from '@app/applications';
import { canonicalString, type Dialect, type Parameters } from '@app/auth-signature';
import { isHost, withoutPort } from '@app/platform';

/** Seconds that the clock of a client may be ahead, unless the application allows more or fewer. */
const CLOCK_LEEWAY_SEC = 5;

/**
 * A request of a client of 泡椒云. The controllers of this library contain the differences of its endpoint from the
 * contract; this class contains those of its signature and answer.
 */
export class PaojiaoyunRequest implements Dialect {
  /** The only mode of these clients. The mode of the application concerns its clients of the contract. */
  readonly signMode = 'md5';
  /** These clients refuse other answers. */
  readonly responseSignature = 'digest';

  /**
   * @param method as it was sent
   * @param host as sent by the client, with the port if it contains one
   * @param path as it was sent, one of `PAOJIAOYUN_ROUTES`
   */
  constructor(
    private readonly method: string,
    private readonly host: string,
    private readonly path: string,
  ) {}

  accepts({ compat, compatHosts }: Pick<ClientApplication, 'compat' | 'compatHosts'>): boolean {
    return compat === 'paojiaoyun' && acceptsHost(compatHosts, this.host);
  }

  /**
   * Nothing separates the parts, but each ends in one place only: the method at the first letter that tells GET from
   * POST, the host at the first `/`, and the path, which is one of a list, where a name of a parameter begins, which
   * contains no `/`.
   */
  signedText(parameters: Parameters): string {
    return this.method + this.host + this.path + canonicalString(parameters);
  }

  clockLeewaySec({ clockLeewaySec }: Pick<ClientApplication, 'clockLeewaySec'>): number {
    return clockLeewaySec || CLOCK_LEEWAY_SEC;
  }
}

/** @param hosts accepted hosts in lowercase: without a port any is accepted; none: any host */
export function acceptsHost(hosts: readonly string[], host: string): boolean {
  if (!isHost(host)) return false;
  const given = host.toLowerCase();
  return hosts.length === 0 || hosts.includes(given) || hosts.includes(withoutPort(given));
}
