/**
 * A small certificate authority (RFC 5280) for tests and closed networks: one root, and certificates for servers that it signs. ECDSA on
 * P-256; whoever has the root's key can be any server to those who trust it.
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { ApiError } from '@skein/errors';
import { bits, bool, context, integer, octets, oid, sequence, set, time, utf8 } from './der.js';

/** PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

export interface Validity {
  readonly from: Date;
  readonly days: number;
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';
const SERIAL_BYTES = 16;
const DAY_MS = 24 * 3_600_000;

export function makeAuthority(name: string, validity: Validity): CertifiedKey {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = keyId(keys.publicKey);
  const extensions = [
    extension(BASIC_CONSTRAINTS, sequence(bool(true), integer(Uint8Array.of(0))), CRITICAL),
    // keyCertSign and cRLSign: bits 5 and 6.
    extension(KEY_USAGE, bits(Uint8Array.of(0b0000_0110), 1), CRITICAL),
    extension(SUBJECT_KEY_ID, octets(id)),
  ];
  const subject = { publicKey: keys.publicKey, name, validity, extensions };
  return certified(subject, { name, key: keys.privateKey }, keys.privateKey);
}

/** For a server that is reached under these names and addresses; good for a client too, as nodes are to each other. */
export function makeServerCertificate(
  authority: CertifiedKey,
  hosts: readonly string[],
  validity: Validity,
): CertifiedKey {
  const [name] = hosts;
  if (name === undefined) throw illegal('a certificate needs a host');
  const root = new X509Certificate(authority.certificate);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    extension(BASIC_CONSTRAINTS, sequence(), CRITICAL),
    // digitalSignature: bit 0.
    extension(KEY_USAGE, bits(Uint8Array.of(0b1000_0000), 7), CRITICAL),
    extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH), oid(CLIENT_AUTH))),
    extension(SUBJECT_ALT_NAME, sequence(...hosts.map(generalName))),
    extension(AUTHORITY_KEY_ID, sequence(context(0, keyId(root.publicKey)))),
    extension(SUBJECT_KEY_ID, octets(keyId(keys.publicKey))),
  ];
  const issuer = { name: commonNameOf(root), key: createPrivateKey(authority.key) };
  return certified(
    { publicKey: keys.publicKey, name, validity, extensions },
    issuer,
    keys.privateKey,
  );
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SUBJECT_ALT_NAME = '2.5.29.17';
const SUBJECT_KEY_ID = '2.5.29.14';
const AUTHORITY_KEY_ID = '2.5.29.35';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const CRITICAL = { critical: true };

interface Subject {
  readonly publicKey: KeyObject;
  readonly name: string;
  readonly validity: Validity;
  readonly extensions: readonly Uint8Array[];
}

/** §4.1. */
function certified(
  { publicKey, name, validity: { from, days }, extensions }: Subject,
  issuer: { readonly name: string; readonly key: KeyObject },
  privateKey: KeyObject,
): CertifiedKey {
  const version3 = context(0, integer(Uint8Array.of(2)), { explicit: true });
  const toBeSigned = sequence(
    version3,
    integer(serial()),
    ECDSA_WITH_SHA256,
    distinguishedName(issuer.name),
    sequence(time(from), time(new Date(from.getTime() + days * DAY_MS))),
    distinguishedName(name),
    spkiOf(publicKey),
    context(3, sequence(...extensions), { explicit: true }),
  );
  const signature = sign('sha256', toBeSigned, issuer.key);
  const bytes = sequence(toBeSigned, ECDSA_WITH_SHA256, bits(signature));
  const lines = Buffer.from(bytes)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function distinguishedName(commonName: string): Uint8Array {
  return sequence(set(sequence(oid(COMMON_NAME), utf8(commonName))));
}

/** Of a certificate of ours: its subject is one common name. */
function commonNameOf(certificate: X509Certificate): string {
  return certificate.subject.replace(/^CN=/, '');
}

function extension(id: string, value: Uint8Array, { critical = false } = {}): Uint8Array {
  return critical ? sequence(oid(id), bool(true), octets(value)) : sequence(oid(id), octets(value));
}

const HOST_NAME =
  /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** §4.2.1.6: dNSName or iPAddress. */
function generalName(host: string): Uint8Array {
  const version = isIP(host);
  if (version !== 0) return context(7, version === 4 ? ipv4(host) : ipv6(host));
  if (HOST_NAME.test(host) && host.length <= 253) return context(2, Buffer.from(host, 'ascii'));
  throw illegal(`[${host}] is neither a host name nor an address`);
}

function ipv4(address: string): Uint8Array {
  return Uint8Array.from(address.split('.').map(Number));
}

function ipv6(address: string): Uint8Array {
  // The URL parser writes it in one way: no dotted end, `::` for the longest run of zeros.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const words = (text = '') =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
  const [left, right] = [words(head), words(tail)];
  const all = [
    ...left,
    ...Array.from({ length: 8 - left.length - right.length }, () => 0),
    ...right,
  ];
  return Uint8Array.from(all.flatMap((word) => [word >> 8, word & 0xff]));
}

function spkiOf(key: KeyObject): Uint8Array {
  return key.export({ type: 'spki', format: 'der' });
}

/** Which key it is, for those who look for the issuer (§4.2.1.2 leaves the way open). */
function keyId(key: KeyObject): Uint8Array {
  return createHash('sha256').update(spkiOf(key)).digest().subarray(0, 20);
}

/** Positive and of full length (§4.1.2.2). */
function serial(): Uint8Array {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
