const FAULTS: [pattern: RegExp, advice: (caSetting: string) => string][] = [
  [
    /self-signed certificate|unable to (verify the first|get (local )?issuer) certificate/i,
    (caSetting) => `set ${caSetting} to the file of the authority that signed its certificate`,
  ],
  [
    /does not match certificate's altnames|altnames/i,
    () => 'connect by a name that is in its certificate, or give it a certificate for this name',
  ],
  [/certificate has expired/i, () => 'renew its certificate'],
  [
    /certificate is not yet valid/i,
    () => 'correct the clock of this machine, or of the machine that created the certificate',
  ],
  [
    /wrong version number|packet length too long|unexpected message/i,
    () => 'the server does not speak TLS there: check the port, or connect without TLS',
  ],
  [
    /alert (certificate required|unknown ca|bad certificate|handshake failure)/i,
    () => 'it does not accept this client’s certificate, or requires one',
  ],
];

/**
 * Returns advice on a failed TLS connection, or `undefined` if the error is not about TLS.
 * @param caSetting name of the setting for the file of certificate authorities
 */
export function tlsAdvice(message: string, caSetting: string): string | undefined {
  return FAULTS.find(([pattern]) => pattern.test(message))?.[1](caSetting);
}
