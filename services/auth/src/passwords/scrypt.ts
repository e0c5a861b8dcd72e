/** scrypt (RFC 7914). OWASP's equivalent of N=2^17, r=8, p=1 with an eighth of the memory. */
import { scrypt as nodeScrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from './password_hash.js';

const derive = promisify<string, Uint8Array, number, object, Buffer>(nodeScrypt);
const PARAMETERS = /^ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})$/;

export const scrypt: PasswordHash = {
  id: 'scrypt',
  usual: 'ln=14,r=8,p=5',
  derive(password, salt, { parameters, keyBytes }) {
    const [, log2n, r, p] = (PARAMETERS.exec(parameters) ?? []).map(Number);
    const N = 2 ** (log2n ?? 0);
    return derive(password, salt, keyBytes, { N, r, p, maxmem: 256 * N * (r ?? 0) });
  },
};
