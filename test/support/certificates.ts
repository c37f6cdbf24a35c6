import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a certificate and its key, in PEM. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates a self-signed certificate for a host, as `certificate.pem` and `key.pem`. */
export function selfSigned(folder: string, host: string): CertificateFiles {
  const files = filesOf(folder, 'certificate', 'key');
  const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '1'];
  openssl(['req', '-x509', ...KEY, ...named, '-keyout', files.key, '-out', files.certificate]);
  return files;
}

/** Creates a certificate authority, as `<name>.pem` and `<name>-key.pem`. */
export function makeAuthority(folder: string, name: string): CertificateFiles {
  const files = filesOf(folder, name, `${name}-key`);
  openssl([
    'req',
    '-x509',
    ...KEY,
    '-subj',
    `/CN=${name}`,
    '-days',
    '1',
    '-keyout',
    files.key,
    '-out',
    files.certificate,
  ]);
  return files;
}

/** Creates a certificate signed by the authority, as `<host>.pem` and `<host>-key.pem`. */
export function signedBy(authority: CertificateFiles, folder: string, host: string): CertificateFiles {
  const files = filesOf(folder, host, `${host}-key`);
  const request = join(folder, `${host}.csr`);
  const names = join(folder, `${host}.ext`);
  writeFileSync(names, `subjectAltName=DNS:${host}\n`);
  openssl(['req', ...KEY, '-subj', `/CN=${host}`, '-keyout', files.key, '-out', request]);
  const { certificate, key } = authority;
  const signing = ['-CA', certificate, '-CAkey', key, '-CAcreateserial', '-extfile', names, '-days', '1'];
  openssl(['x509', '-req', '-in', request, ...signing, '-out', files.certificate]);
  return files;
}

function filesOf(folder: string, certificate: string, key: string): CertificateFiles {
  return { certificate: join(folder, `${certificate}.pem`), key: join(folder, `${key}.pem`) };
}

function openssl(args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}
