import type { ClientApplication } from '@app/applications';
import type { ResponseSignature, SignMode } from '@app/database';
import type { Parameters } from './parameters/read-parameters.js';

/**
 * The rules for requests from clients of another service that differ from the contract's rules. A
 * middleware sets them on the request before it is routed.
 */
export interface Dialect {
  /** Mode of requests and answers, whatever that of the application is. */
  readonly signMode: SignMode;
  readonly responseSignature: ResponseSignature;

  /** True when the application serves these clients, at the host that the request was sent to. */
  accepts(application: ClientApplication): boolean;

  /** Returns the text that the request signs. */
  signedText(parameters: Parameters): string;

  /** Returns the seconds that a client's clock may be ahead. */
  clockLeewaySec(application: ClientApplication): number;
}
