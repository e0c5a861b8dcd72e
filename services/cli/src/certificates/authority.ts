/**
 * A small certificate authority (RFC 5280) for tests and closed networks: one root, and the server
 * certificates that it signs, all ECDSA on P-256. A person who has the root's key can pose as any
 * server to clients that trust the root.
 */
import 'reflect-metadata';
import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { illegalArgument } from '@skein/errors';

/** A certificate and its private key, both in PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

interface Validity {
  readonly from: Date;
  readonly days: number;
}

const DAY_MS = 24 * 3_600_000;
const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

export async function makeAuthority(name: string, validity: Validity): Promise<CertifiedKey> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    ...dates(validity),
    keys,
    signingAlgorithm: SIGNING,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return certified(certificate, keys.privateKey);
}

/**
 * Signs a certificate for a server with these names and addresses. It is valid for a client too, as
 * nodes are clients of each other.
 */
export async function makeServerCertificate(
  authority: CertifiedKey,
  hosts: readonly string[],
  validity: Validity,
): Promise<CertifiedKey> {
  const [name] = hosts;
  if (name === undefined) throw illegalArgument('a certificate needs a host');
  const names = hosts.map(alternativeName);
  const root = new X509Certificate(authority.certificate);
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [name.slice(0, LONGEST_COMMON_NAME)] }],
    issuer: root.subject,
    ...dates(validity),
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(authority.key).toCryptoKey(KEYS, false, ['sign']),
    signingAlgorithm: SIGNING,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension(names),
      await AuthorityKeyIdentifierExtension.create(root),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return certified(certificate, keys.privateKey);
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

function dates({ from, days }: Validity): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: from, notAfter: new Date(from.getTime() + days * DAY_MS) };
}

function certified(certificate: X509Certificate, key: webcrypto.CryptoKey): CertifiedKey {
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: String(KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** RFC 5280, appendix A.1, `ub-common-name`. The alternative names, which are whole, count. */
const LONGEST_COMMON_NAME = 64;
/** Labels of 1 to 63 characters (RFC 1035 §2.3.4). */
const HOST_NAME =
  /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** The alternative name of a host (RFC 5280 §4.2.1.6). */
function alternativeName(host: string): { readonly type: 'ip' | 'dns'; readonly value: string } {
  if (isIP(host) !== 0) return { type: 'ip', value: host };
  if (HOST_NAME.test(host) && host.length <= 253) return { type: 'dns', value: host };
  throw illegalArgument(`[${host}] is neither a host name nor an address`);
}
