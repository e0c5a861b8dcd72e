/**
 * Argon2id (RFC 9106) with OWASP's minimum cost: 19 MiB, two passes. Available in Node since 24.7.
 */
import * as crypto from 'node:crypto';
import { ApiError } from '@skein/errors';
import type { PasswordHash } from './password_hash.js';

const PARAMETERS = /^v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})$/;

export const argon2id: PasswordHash = {
  id: 'argon2id',
  usual: 'v=19$m=19456,t=2,p=1',
  derive(password, nonce, { parameters, keyBytes }) {
    if (!isArgon2Available()) {
      throw new ApiError('illegal_state_exception', 'this version of Node has no argon2id');
    }
    const [, memory = 0, passes = 0, parallelism = 0] = (PARAMETERS.exec(parameters) ?? []).map(
      Number,
    );
    const wanted = { message: password, nonce, memory, passes, parallelism, tagLength: keyBytes };
    return new Promise((resolve, reject) => {
      crypto.argon2('argon2id', wanted, (error, key) => (error ? reject(error) : resolve(key)));
    });
  },
};

export function isArgon2Available(): boolean {
  return typeof crypto.argon2 === 'function';
}
