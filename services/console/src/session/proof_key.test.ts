import { createHash } from 'node:crypto';
import { EmbeddedJWK, jwtVerify } from 'jose';
import { makeProofKey, proofOf } from './proof_key.js';

const NOW_MS = 1_800_000_000_500;

it('proves method, address and token with the key that the proof carries', async () => {
  const key = await makeProofKey();
  const of = {
    method: 'POST',
    url: 'https://search.example/logs/_search?q=a#b',
    accessToken: 'token',
    nonce: 'n1',
  };
  const proof = await proofOf(key, of, NOW_MS);
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    currentDate: new Date(NOW_MS),
  });
  expect(payload).toMatchObject({
    htm: 'POST',
    htu: 'https://search.example/logs/_search',
    iat: 1_800_000_000,
    ath: createHash('sha256').update('token').digest('base64url'),
    nonce: 'n1',
  });
  expect(Object.keys(protectedHeader.jwk ?? {}).sort()).toEqual(['crv', 'kty', 'x', 'y']);
});

it('never says the same twice', async () => {
  const key = await makeProofKey();
  const of = { method: 'GET', url: 'https://search.example/' };
  expect(await proofOf(key, of, NOW_MS)).not.toBe(await proofOf(key, of, NOW_MS));
});

it('has a key that nobody can export', async () => {
  const { pair } = await makeProofKey();
  await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow();
});
