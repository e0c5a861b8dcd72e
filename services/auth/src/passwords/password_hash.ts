/**
 * Passwords at rest: scrypt (RFC 7914) with a salt of 128 bits, in the style of the PHC string format, so that the cost can be raised
 * while old hashes still verify. OWASP's equivalent of N=2^17, r=8, p=1 with an eighth of the memory.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { assert } from '@skein/base';

export interface ScryptCost {
  readonly log2n: number;
  readonly r: number;
  readonly p: number;
}

export const PASSWORD_COST: ScryptCost = { log2n: 14, r: 8, p: 5 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  const { log2n, r, p } = cost;
  return `$scrypt$ln=${log2n},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, log2n, r, p, salt, key] = FORM.exec(stored) ?? [];
  assert(salt !== undefined && key !== undefined, 'a stored password hash is of our own form');
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

function derive(password: string, salt: Buffer, { log2n, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** log2n;
  return scryptAsync(password.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
}
