import type { ClientApplication } from '@app/applications';
import { canonicalString, type Dialect, type Parameters } from '@app/auth-signature';
import { isHost, withoutPort } from '@app/platform';

/** Seconds that a client's clock may be ahead, unless the application sets a leeway. */
const CLOCK_LEEWAY_SEC = 5;

/**
 * A request of a 泡椒云 client. This class defines how the signature and the answer differ from the contract; the
 * controllers of this library define how the endpoints differ.
 */
export class PaojiaoyunRequest implements Dialect {
  /** The only mode of these clients. The application's mode applies only to clients of the contract. */
  readonly signMode = 'md5';
  /** These clients refuse answers that are signed differently. */
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
   * Returns the signed text. Its parts have no separators, but the text can be split in only one way. It begins with the
   * method, GET or POST, whose first letter tells its length. The host ends at the first `/`. The path is one of a fixed
   * list, and the parameter name that follows contains no `/`.
   */
  signedText(parameters: Parameters): string {
    return this.method + this.host + this.path + canonicalString(parameters);
  }

  clockLeewaySec({ clockLeewaySec }: Pick<ClientApplication, 'clockLeewaySec'>): number {
    return clockLeewaySec || CLOCK_LEEWAY_SEC;
  }
}

/** @param hosts accepted hosts in lower case; a host without a port accepts any port; an empty list accepts any host */
export function acceptsHost(hosts: readonly string[], host: string): boolean {
  if (!isHost(host)) return false;
  const given = host.toLowerCase();
  return hosts.length === 0 || hosts.includes(given) || hosts.includes(withoutPort(given));
}
