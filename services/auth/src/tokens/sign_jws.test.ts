import { generateKeyPairSync, verify } from 'node:crypto';
import { compactVerify } from 'jose';
import { signJws } from './sign_jws.js';

const CLAIMS = { sub: 'c_ą', n: 1 };
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

it.each([
  ['ES256', ec],
  ['EdDSA', generateKeyPairSync('ed25519')],
  ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
] as const)('%s: another library verifies it', async (algorithm, { publicKey, privateKey }) => {
  const token = signJws({ algorithm, kid: 'k', privateKey }, { typ: 'at+jwt', claims: CLAIMS });
  const { payload, protectedHeader } = await compactVerify(token, publicKey);
  expect(protectedHeader).toEqual({ alg: algorithm, kid: 'k', typ: 'at+jwt' });
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(CLAIMS);
});

/**
 * One number in 256 begins with a zero byte, which DER omits: about eight of a thousand signatures.
 */
it('ES256: numbers with leading zeros keep their 32 bytes', () => {
  const key = { algorithm: 'ES256', kid: 'k', privateKey: ec.privateKey } as const;
  let shortened = 0;
  for (let n = 0; n < 1000; n++) {
    const token = signJws(key, { typ: 'at+jwt', claims: { n } });
    const dot = token.lastIndexOf('.');
    const signature = Buffer.from(token.slice(dot + 1), 'base64url');
    expect(signature).toHaveLength(64);
    if (signature[0] === 0 || signature[32] === 0) shortened++;
    const signed = Buffer.from(token.slice(0, dot));
    const publicKey = { key: ec.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', signed, publicKey, signature)) throw new Error(`refused: ${token}`);
  }
  expect(shortened).toBeGreaterThan(0);
});
