import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ApplicationDirectory, BlockDirectory, secretsAt } from '@app/applications';
import { partyOf, SessionPrefetch } from '@app/licensing';
import { AppConfig, clientAddress, Clock, setParty } from '@app/platform';
import { requireAddressUnblocked, requireNamesUnblocked } from './blocks/require-unblocked.js';
import type { Caller, ClientHttpRequest } from './caller.js';
import { ClientError, ParameterError, parameterError } from './errors/client-errors.js';
import { AddressLimits } from './limits/address-limits.js';
import { NonceStore } from './nonce/nonce-store.js';
import { commonParameterFaults } from './parameters/common-parameter-faults.js';
import { parametersOf, parametersOfAll } from './parameters/from-parameters.js';
import {
  createParameterReader,
  type ParameterReader,
  type Parameters,
} from './parameters/read-parameters.js';
import { isBoundElsewhere } from './signing/bound-nonce.js';
import { splitFaults } from './signing/other-splits.js';
import { signaturesMatch, sign } from './signing/signature.js';
import { sentPath, signedText } from './signing/signed-texts.js';
import { timestampFault, TOLERANCE_SEC, usableSince } from './signing/timestamp.js';

const NONCE_HOLD_SEC = 90;

/**
 * Accepts requests that a client of the application signed recently. Refuses replays, and requests to which a block or
 * limit applies.
 */
@Injectable()
export class SignatureGuard implements CanActivate {
  private readonly readParameters: ParameterReader;

  constructor(
    private readonly applications: ApplicationDirectory,
    private readonly blocks: BlockDirectory,
    private readonly limits: AddressLimits,
    private readonly nonces: NonceStore,
    private readonly clock: Clock,
    config: AppConfig,
    @Inject(SessionPrefetch) private readonly prefetch: SessionPrefetch | undefined,
  ) {
    this.readParameters = createParameterReader(config.http.bodyLimitBytes);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ClientHttpRequest>();
    const ip = clientAddress(request);
    const arrived = this.clock.now();
    requireAddressUnblocked(this.blocks, null, ip, arrived);
    this.limits.requireNotBanned(ip, context.getHandler(), arrived);

    const parameters = await this.readParameters(request, ip);
    // The application is looked up before the checks below, because their refusals use its language and format.
    const application = this.applications.find(parameters.get('app_key') ?? '');
    request.clientApplication = application;
    request.parameters = parameters;

    const { timestamp, nonce, signature } = commonParameters(parameters);
    const { method, url, dialect } = request;
    if (!application?.enabled || dialect?.accepts(application) === false)
      throw new ClientError('SOFTWARE_UNKNOWN');

    const now = this.clock.now();
    requireAddressUnblocked(this.blocks, application.id, ip, now);
    const leewaySec = dialect?.clockLeewaySec(application) ?? application.clockLeewaySec;
    const fault = timestampFault(timestamp, now, leewaySec);
    if (fault) throw new ClientError(fault);

    const signMode = dialect?.signMode ?? application.signMode;
    const signed = { method, path: sentPath(url), parameters };
    const text = dialect?.signedText(parameters) ?? signedText(signed, signMode);
    const secret = secretsAt(application, now).find((secret) =>
      signaturesMatch(signature, sign(text, secret, signMode)),
    );
    if (secret === undefined) throw new ClientError('SIGNATURE_MISMATCH');
    const caller: Caller = { application, secret, parameters, now, ip, request };
    request.caller = caller;
    setParty(() => partyOf(caller));
    if (signMode !== 'hmac-sha256-path') {
      const faults = splitFaults(parameters, parametersOf(context.getHandler()), parametersOfAll());
      if (faults) throw new ParameterError(faults);
    }
    if (isBoundElsewhere(signed)) throw parameterError('nonce', 'bound_elsewhere');

    // Claimed only now, so that nobody without the secret can use up nonces or fill the store.
    const claim = this.nonces.claim(
      application.id,
      nonce,
      now,
      nonceHoldMs(leewaySec),
      usableSince(timestamp, leewaySec),
    );
    const token = parameters.get('token');
    if (token) this.prefetch?.start(caller, token);
    if (!(await claim)) throw new ClientError('NONCE_REPEATED');
    // Checked last, so that nobody without the secret learns who is blocked.
    requireNamesUnblocked(this.blocks, application.id, parameters, now);
    return true;
  }
}

function commonParameters(parameters: Parameters) {
  const faults = commonParameterFaults(parameters);
  if (Object.keys(faults).length > 0) throw new ParameterError(faults);
  return {
    timestamp: Number(parameters.get('timestamp')),
    nonce: parameters.get('nonce')!,
    signature: parameters.get('sign')!,
  };
}

/**
 * Returns the lifetime of nonces in milliseconds. It is at least the contract's 90 seconds. It is also longer than the
 * time for which a request is accepted, even from a client whose clock is ahead.
 */
function nonceHoldMs(leewaySec: number): number {
  return Math.max(NONCE_HOLD_SEC, TOLERANCE_SEC + leewaySec + 2) * 1000;
}
