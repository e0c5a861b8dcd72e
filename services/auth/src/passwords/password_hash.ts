/**
 * Password hashes at rest: a slow hash with a salt of 128 bits, in the style of the PHC string
 * format (`$id$parameters$salt$key`), so that the cost or the function can change while old hashes
 * still verify. `derive` runs in Node's thread pool.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { expectDefined } from '@skein/base';
import { argon2id } from './argon2id.js';
import { scrypt } from './scrypt.js';

export interface PasswordHash {
  readonly id: string;
  /** The parameters of new hashes, in their stored form. */
  readonly usual: string;
  derive(
    password: string,
    salt: Uint8Array,
    wanted: { readonly parameters: string; readonly keyBytes: number },
  ): Promise<Uint8Array>;
}

const PASSWORD_HASHES = { scrypt, argon2id } as const;
export type PasswordHashName = keyof typeof PASSWORD_HASHES;

/** The function and cost for new passwords. */
export interface PasswordCost {
  readonly name: PasswordHashName;
  /** In the stored form; if absent, the usual ones. */
  readonly parameters?: string;
}

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const FORM = /^\$(scrypt|argon2id)\$(.+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/**
 * Length of the part after the cost: both values in base64url without padding, each preceded by
 * `$`.
 */
export const SALT_AND_KEY_CHARACTERS = 1 + 22 + 1 + 43;

/** The cost in a stored hash, which determines the time of a check. */
export function costOf(stored: string): string {
  return stored.slice(0, -SALT_AND_KEY_CHARACTERS);
}

/** The stored form of the cost of new hashes. */
export function textOf({ name, parameters = PASSWORD_HASHES[name].usual }: PasswordCost): string {
  return `$${name}$${parameters}`;
}

/** A hash that matches no password and takes as long to check. */
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
  const hash = expectDefined(
    Object.values(PASSWORD_HASHES).find(({ id }) => id === name),
    `a stored hash is of a known function, and not of [${name}]`,
  );
  const wanted = { parameters, keyBytes: expected.length };
  const derived = await hash.derive(
    password.normalize('NFC'),
    Buffer.from(salt, 'base64url'),
    wanted,
  );
  return timingSafeEqual(derived, expected);
}
