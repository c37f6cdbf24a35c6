import type { ClientApplication } from '@app/applications';
import type { ResponseSignature, SignMode } from '@app/database';
import type { Parameters } from './parameters/read-parameters.js';

/**
 * The rules that replace the contract's rules for clients of another service. A middleware sets them on the request
 * before the request is routed.
 */
export interface Dialect {
  /** Sign mode of requests and answers, whatever the application's mode is. */
  readonly signMode: SignMode;
  readonly responseSignature: ResponseSignature;

  /** True when the application serves these clients at the host to which the request was sent. */
  accepts(application: ClientApplication): boolean;

  /** Returns the text that the request's signature covers. */
  signedText(parameters: Parameters): string;

  /** Returns the seconds that a client's clock may be ahead. */
  clockLeewaySec(application: ClientApplication): number;
}
