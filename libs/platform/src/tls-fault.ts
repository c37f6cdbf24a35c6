const FAULTS: [pattern: RegExp, advice: (caSetting: string) => string][] = [
  [
    /self-signed certificate|unable to (verify the first|get (local )?issuer) certificate/i,
    (caSetting) => `set ${caSetting} to the file of the authority that signed the server's certificate`,
  ],
  [
    /does not match certificate's altnames|altnames/i,
    () =>
      "connect to a name that the server's certificate contains, or give the server a certificate for this name",
  ],
  [/certificate has expired/i, () => "renew the server's certificate"],
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
    () => 'the server requires a client certificate, or does not accept this one',
  ],
];

/**
 * Returns advice on a failed TLS connection, or `undefined` if the error is not about TLS.
 * @param caSetting name of the setting for the file of certificate authorities
 */
export function tlsAdvice(message: string, caSetting: string): string | undefined {
  return FAULTS.find(([pattern]) => pattern.test(message))?.[1](caSetting);
}
