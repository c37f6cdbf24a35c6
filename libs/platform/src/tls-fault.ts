const FAULTS: [pattern: RegExp, advice: (caSetting: string) => string][] = [
  [
    /self-signed certificate|unable to (verify the first|get (local )?issuer) certificate/i,
    (caSetting) => `name the file of the authority that signed its certificate by ${caSetting}`,
  ],
  [
    /does not match certificate's altnames|altnames/i,
    () => 'connect by a name that is in its certificate, or give it a certificate with this one',
  ],
  [/certificate has expired/i, () => 'renew its certificate'],
  [
    /certificate is not yet valid/i,
    () => 'set the clock of this machine, or of the one that made the certificate',
  ],
  [
    /wrong version number|packet length too long|unexpected message/i,
    () => 'nothing speaks TLS there: look at the port, or connect without TLS',
  ],
  [
    /alert (certificate required|unknown ca|bad certificate|handshake failure)/i,
    () => 'it does not accept this client’s certificate, or there is none',
  ],
];

/**
 * Returns advice on a failed TLS connection; undefined when the error is not about TLS.
 * @param caSetting the setting that names a file of certificate authorities
 */
export function tlsAdvice(message: string, caSetting: string): string | undefined {
  return FAULTS.find(([pattern]) => pattern.test(message))?.[1](caSetting);
}
