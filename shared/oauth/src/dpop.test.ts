import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWK,
  SignJWT,
} from 'jose';
import { checkDpopProof, DPOP_WINDOW_SECONDS, type DpopRequest, TokenFailure } from './mod.js';

const NOW_SECONDS = 1_800_000_000;
const REQUEST: DpopRequest = {
  method: 'POST',
  addresses: ['https://search.example/_search', 'https://10.0.0.1/_search'],
  nowMs: NOW_SECONDS * 1000,
};
const CLAIMS = { htm: 'POST', htu: 'https://10.0.0.1/_search', jti: 'p1', iat: NOW_SECONDS };

interface Pair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

let pair: Pair;
let jwk: JWK;
beforeAll(async () => {
  pair = await generateKeyPair('ES256', { extractable: true });
  jwk = await exportJWK(pair.publicKey);
});

function proof(claims: object = {}, header: object = {}): Promise<string> {
  return new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(pair.privateKey);
}

test('a proof tells the thumbprint of its key, its id and its nonce', async () => {
  const thumbprint = await calculateJwkThumbprint(jwk);
  expect(await checkDpopProof(await proof(), REQUEST)).toEqual({ thumbprint, jti: 'p1' });
  const withNonce = await proof({ nonce: 'n' });
  expect(await checkDpopProof(withNonce, REQUEST)).toEqual({ thumbprint, jti: 'p1', nonce: 'n' });
});

test.each<[string, object]>([
  ['the first address', { htu: 'https://search.example/_search' }],
  ['a query', { htu: 'https://search.example/_search?q=a' }],
  ['a fragment', { htu: 'https://search.example/_search#a' }],
  ['the earliest time', { iat: NOW_SECONDS - DPOP_WINDOW_SECONDS }],
  ['the latest time', { iat: NOW_SECONDS + DPOP_WINDOW_SECONDS }],
  ['the longest id', { jti: 'j'.repeat(256) }],
])('a proof with %s fits', async (_what, claims) => {
  await expect(checkDpopProof(await proof(claims), REQUEST)).resolves.toBeDefined();
});

test.each<[string, object, object]>([
  ['another method', { htm: 'GET' }, {}],
  ['no method', { htm: undefined }, {}],
  ['another address', { htu: 'https://evil.example/_search' }, {}],
  ['no address', { htu: undefined }, {}],
  ['an address that is a list', { htu: ['https://10.0.0.1/_search'] }, {}],
  ['no time', { iat: undefined }, {}],
  ['a time that has passed', { iat: NOW_SECONDS - DPOP_WINDOW_SECONDS - 1 }, {}],
  ['a time to come', { iat: NOW_SECONDS + DPOP_WINDOW_SECONDS + 1 }, {}],
  ['no id', { jti: undefined }, {}],
  ['an empty id', { jti: '' }, {}],
  ['an id that is too long', { jti: 'j'.repeat(257) }, {}],
  ['an id that is a number', { jti: 1 }, {}],
  ['another type', {}, { typ: 'at+jwt' }],
  ['no type', {}, { typ: undefined }],
  ['no key', {}, { jwk: undefined }],
  ['more than 4096 characters', { padding: 'a'.repeat(4096) }, {}],
])('a proof with %s is refused', async (_what, claims, header) => {
  await expect(checkDpopProof(await proof(claims, header), REQUEST)).rejects.toThrow(TokenFailure);
});

test('a proof that shows its private key, or is signed by another one, is refused', async () => {
  const shown = await proof({}, { jwk: await exportJWK(pair.privateKey) });
  await expect(checkDpopProof(shown, REQUEST)).rejects.toThrow(TokenFailure);
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  const foreign = await proof({}, { jwk: await exportJWK(publicKey) });
  await expect(checkDpopProof(foreign, REQUEST)).rejects.toThrow(TokenFailure);
});

test('at a resource the proof names the access token', async () => {
  const request = { ...REQUEST, accessTokenHash: 'h' };
  await expect(checkDpopProof(await proof({ ath: 'h' }), request)).resolves.toBeDefined();
  for (const claims of [{}, { ath: 'x' }])
    await expect(checkDpopProof(await proof(claims), request)).rejects.toThrow(TokenFailure);
  // The token endpoint has no access token yet, and takes a proof with or without one.
  await expect(checkDpopProof(await proof({ ath: 'x' }), REQUEST)).resolves.toBeDefined();
});
