/** Nonces of a node (RFC 9449 §9): requested, valid for minutes, and only at this node. */
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Credentials } from './contract.js';
import { NonceNeeded, Proofs } from './proofs.js';

const TOKEN = 'token';
const time = { nowMs: 1_800_000_000_000 };
const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs };

function proofsOf(node: number, required = true): Proofs {
  const nonces = { required, secret: new Uint8Array(32).fill(node) };
  return new Proofs({ clock, resource: undefined, scheme: 'http', nonces });
}

async function requestWith(nonce: string | undefined): Promise<Credentials> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const ath = createHash('sha256').update(TOKEN).digest('base64url');
  const claims = { htm: 'GET', htu: 'http://node/x', ath, jti: randomUUID() };
  const dpop = await new SignJWT({ ...claims, iat: time.nowMs / 1000, ...(nonce && { nonce }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .sign(privateKey);
  return { method: 'GET', target: '/x', headers: { host: 'node', dpop } };
}

const check = async (proofs: Proofs, nonce: string | undefined) =>
  proofs.check(await requestWith(nonce), TOKEN);

async function nonceOf(proofs: Proofs): Promise<string> {
  const refusal: unknown = await check(proofs, undefined).catch((error: unknown) => error);
  if (refusal instanceof NonceNeeded) return refusal.nonce;
  throw new Error('no nonce was asked for');
}

it('a proof is taken with the nonce that was told, for some minutes', async () => {
  const proofs = proofsOf(1);
  const nonce = await nonceOf(proofs);
  expect(await check(proofs, nonce)).toEqual(expect.any(String));
  time.nowMs += 4 * 60_000;
  expect(await check(proofs, nonce)).toEqual(expect.any(String));
  time.nowMs += 7 * 60_000;
  await expect(check(proofs, nonce)).rejects.toBeInstanceOf(NonceNeeded);
});

it('not with a made-up one, nor with that of another node', async () => {
  const other = await nonceOf(proofsOf(2));
  for (const nonce of ['x', other]) {
    await expect(check(proofsOf(1), nonce)).rejects.toBeInstanceOf(NonceNeeded);
    await expect(check(proofsOf(1, false), nonce)).rejects.toBeInstanceOf(NonceNeeded);
  }
});

it('without one where none is required', async () => {
  expect(await check(proofsOf(1, false), undefined)).toEqual(expect.any(String));
});
