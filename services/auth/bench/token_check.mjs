/**
 * Measures only the work of a search node for a token it has verified before: `npm run build &&
 * node services/auth/bench/token_check.mjs`
 */
import { KeyCache, TokenVerifier } from '@skein/oauth';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { TokenSecurity } from '../../node/dist/security/token_security.js';

const CHECKS = 200_000;
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
const algorithms = ['ES256'];
const keys = new KeyCache({ clock, algorithms, fetch: async () => ({ keys: [jwk] }) });
const issuers = [{ issuer: 'http://issuer.example', audience: 'skein', algorithms, keys }];
const verifier = new TokenVerifier({ clock, issuers });
const resource = { resource: undefined, issuers: [] };
const security = new TokenSecurity({ verifier, resource });
const token = await new SignJWT({ client_id: 'c', scope: 'indices:read:docs-* cluster:monitor' })
  .setProtectedHeader({ alg: 'ES256', kid: 'k', typ: 'at+jwt' })
  .setIssuer('http://issuer.example')
  .setAudience('skein')
  .setSubject('c_c')
  .setIssuedAt()
  .setExpirationTime('10m')
  .setJti('j')
  .sign(privateKey);

/** A new string each time, as from the HTTP parser. */
const header = Buffer.from(`Bearer ${token}`, 'latin1');
const request = () => ({
  method: 'GET',
  target: '/docs-1/_search',
  headers: { authorization: header.latin1Slice() },
});
await security.authenticate(request(), 'indices:read');
const before = process.cpuUsage();
for (let i = 0; i < CHECKS; i++) {
  const identity = security.authenticate(request(), 'indices:read');
  security.authorize(identity, 'indices:read');
  security.authorizeIndices(identity, 'indices:read', ['docs-1']);
}
const { user, system } = process.cpuUsage(before);
console.log(`${((user + system) / CHECKS).toFixed(2)} µs of CPU a request`);
