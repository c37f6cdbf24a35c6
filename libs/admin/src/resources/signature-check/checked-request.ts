import type { ClientApplication } from '@app/applications';
import { type Parameters, signedText, type SignedRequest } from '@app/auth-signature';
import type { SignMode } from '@app/database';
import { PaojiaoyunRequest } from '@app/paojiaoyun';

/** A client's request to check. */
export interface CheckedRequest extends SignedRequest {
  /** Host of a 泡椒云 client's request; undefined for a request of the project's own protocol. */
  readonly host?: string;
}

/** The rules that a request has to follow. */
export interface RequestRules {
  readonly signMode: SignMode;
  readonly clockLeewaySec: number;
  /** Returns the text that must be signed in a request with these parameters. */
  readonly textOf: (parameters: Parameters) => string;
}

export function rulesOf(application: ClientApplication, request: CheckedRequest): RequestRules {
  const { method, host, path } = request;
  if (host === undefined) {
    const { signMode, clockLeewaySec } = application;
    return {
      signMode,
      clockLeewaySec,
      textOf: (parameters) => signedText({ method, path, parameters }, signMode),
    };
  }
  const dialect = new PaojiaoyunRequest(method, host, path);
  return {
    signMode: dialect.signMode,
    clockLeewaySec: dialect.clockLeewaySec(application),
    textOf: (parameters) => dialect.signedText(parameters),
  };
}
