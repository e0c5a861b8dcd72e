/**
 * Passwords at rest: a slow hash with a salt of 128 bits, in the style of the PHC string format
 * (`$id$parameters$salt$key`), so that the cost can be raised or the function exchanged while old
 * hashes still verify. `derive` runs in Node's thread pool.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { expectDefined } from '@skein/base';
import { argon2id } from './argon2id.js';
import { scrypt } from './scrypt.js';

export interface PasswordHash {
  readonly id: string;
  /** The parameters of new hashes, as they are written. */
  readonly usual: string;
  derive(
    password: string,
    salt: Uint8Array,
    wanted: { readonly parameters: string; readonly keyBytes: number },
  ): Promise<Uint8Array>;
}

const PASSWORD_HASHES = { scrypt, argon2id } as const;
export type PasswordHashName = keyof typeof PASSWORD_HASHES;

/** How a new password is hashed. */
export interface PasswordCost {
  readonly name: PasswordHashName;
  /** As in the stored hash; the usual ones when not given. */
  readonly parameters?: string;
}

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const FORM = /^\$(scrypt|argon2id)\$(.+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Behind the cost, with the `$` before each: in base64url, without padding. */
export const SALT_AND_KEY_CHARACTERS = 1 + 22 + 1 + 43;

/** How the password was hashed: what the time of a check depends on. */
export function costOf(stored: string): string {
  return stored.slice(0, -SALT_AND_KEY_CHARACTERS);
}

/** The cost of new hashes. */
export function textOf({ name, parameters = PASSWORD_HASHES[name].usual }: PasswordCost): string {
  return `$${name}$${parameters}`;
}

/** A hash that no password has, and that takes as long to find that out. */
export function hashOfNobody(cost: string): string {
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64url');
  return `${cost}$${zeros(SALT_BYTES)}$${zeros(KEY_BYTES)}`;
}

export async function hashPassword(
  password: string,
  { name, parameters = PASSWORD_HASHES[name].usual }: PasswordCost,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const wanted = { parameters, keyBytes: KEY_BYTES };
  const key = await PASSWORD_HASHES[name].derive(password.normalize('NFC'), salt, wanted);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return `${textOf({ name, parameters })}$${text(salt)}$${text(key)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = expectDefined(FORM.exec(stored) ?? undefined, 'a stored hash is of our own form');
  const [, name = '', parameters = '', salt = '', key = ''] = match;
  const expected = Buffer.from(key, 'base64url');
  const hash = PASSWORD_HASHES[name as PasswordHashName];
  const wanted = { parameters, keyBytes: expected.length };
  const derived = await hash.derive(
    password.normalize('NFC'),
    Buffer.from(salt, 'base64url'),
    wanted,
  );
  return timingSafeEqual(derived, expected);
}
