import { base64url } from '../session/base64url.js';

/** 96 bits: longer than the issuer requires (twelve characters), but short enough to type. */
const RANDOM_BYTES = 12;

export function newPassword(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}
