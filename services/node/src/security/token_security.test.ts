import { ApiError } from '@skein/errors';
import { ScopeSet, TokenFailure, type TokenVerifier, type VerifiedToken } from '@skein/oauth';
import type { Credentials } from './contract.js';
import type { Proofs } from './proofs.js';
import { TokenSecurity } from './token_security.js';

const requestWith = (authorization?: string, dpop?: string): Credentials => ({
  method: 'GET',
  target: '/',
  headers: { authorization, dpop },
});

function securityFor(scope: string, resource?: string): TokenSecurity {
  const verified = {
    subject: 'c_x',
    clientId: 'x',
    scope,
    scopes: new ScopeSet(scope),
  } as VerifiedToken;
  const verifier = {
    known: () => undefined,
    verify: async (token: string) => {
      if (token !== 'good') throw new TokenFailure('the token has expired');
      return verified;
    },
  } as unknown as TokenVerifier;
  const proofs = {
    check: async ({ headers }: Credentials) => {
      if (headers.dpop !== 'good') throw new TokenFailure('the DPoP proof has been used');
      return 'thumbprint';
    },
  } as unknown as Proofs;
  return new TokenSecurity({
    verifier,
    proofs,
    resource: { resource, issuers: [] },
    refusals: undefined,
  });
}

async function failureOf(work: () => unknown): Promise<ApiError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('authenticate', () => {
  const security = securityFor('cluster:monitor');

  it('takes a valid token, and nothing at all only where nothing is needed', async () => {
    const identity = await security.authenticate(requestWith('Bearer good'), 'cluster:monitor');
    expect(identity).toMatchObject({ subject: 'c_x', clientId: 'x' });
    for (const header of [undefined, 'Bearer bad', 'Basic abc']) {
      const anybody = await security.authenticate(requestWith(header), 'public');
      expect(anybody).toMatchObject({ subject: '_anonymous' });
    }
  });

  it.each([
    [undefined, 401, 'Bearer realm="skein"'],
    [
      'Bearer bad',
      401,
      'Bearer realm="skein", error="invalid_token", error_description="the token has expired"',
    ],
    ['Basic abc', 401, 'Bearer realm="skein"'],
    ['ApiKey abc', 401, 'Bearer realm="skein"'],
    ['Negotiate', 401, 'Bearer realm="skein"'],
    ['', 401, 'Bearer realm="skein"'],
    ['Bearerx abc', 401, 'Bearer realm="skein"'],
    ['Bearer', 400, 'Bearer realm="skein", error="invalid_request"'],
    ['Bearer a b', 400, 'Bearer realm="skein", error="invalid_request"'],
    ['Bearer a,b', 400, 'Bearer realm="skein", error="invalid_request"'],
    ['DPoP', 400, 'DPoP realm="skein", error="invalid_request"'],
    ['DPoP a b', 400, 'DPoP realm="skein", error="invalid_request"'],
  ])('refuses %p as RFC 6750 §3.1 says', async (authorization, status, challenge) => {
    const error = await failureOf(() =>
      security.authenticate(requestWith(authorization), 'authenticated'),
    );
    expect(error).toMatchObject({ type: 'security_exception', status });
    expect(error.headers['WWW-Authenticate']).toContain(challenge);
  });
});

describe('proofs of possession', () => {
  const security = securityFor('cluster:monitor', 'https://search.example');
  const ask = (token: string, proof: string) =>
    security.authenticate(requestWith(`DPoP ${token}`, proof), 'authenticated');

  it('are checked, then the token', async () => {
    expect(await ask('good', 'good')).toMatchObject({ subject: 'c_x' });
    const error = await failureOf(() => ask('bad', 'good'));
    expect(error.headers['WWW-Authenticate']).toContain(
      'DPoP realm="skein", error="invalid_token"',
    );
  });

  it('that do not hold are refused as RFC 9449 §7.1 says, with the way to a token', async () => {
    const error = await failureOf(() => ask('good', 'bad'));
    expect(error).toMatchObject({ type: 'security_exception', status: 401 });
    const challenge = error.headers['WWW-Authenticate'];
    expect(challenge).toContain('DPoP realm="skein", error="invalid_dpop_proof"');
    expect(challenge).toContain('algs="ES256 EdDSA PS256 RS256"');
    expect(challenge).toContain(
      'resource_metadata="https://search.example/.well-known/oauth-protected-resource"',
    );
  });
});

describe('authorize', () => {
  it('checks families at the door and names once they are resolved', async () => {
    const security = securityFor('indices:read:logs-* cluster:monitor');
    const identity = await security.authenticate(requestWith('Bearer good'), 'authenticated');
    security.authorize(identity, 'indices:read');
    security.authorize(identity, { anyOf: ['indices:write', 'cluster:monitor'] });
    security.authorizeIndices(identity, 'indices:read', ['logs-1', 'logs-2']);
    expect(security.filterIndices(identity, 'indices:read', ['logs-1', 'other'])).toEqual([
      'logs-1',
    ]);
    for (const refused of [
      () => security.authorize(identity, 'cluster:manage'),
      () => security.authorize(identity, { everyOf: ['indices:read', 'indices:write'] }),
      () => security.authorizeIndices(identity, 'indices:read', ['logs-1', 'other']),
      () => security.authorizeIndices(identity, 'indices:write', ['logs-1']),
      () => security.authorize(identity, 'snapshots:manage'),
      () => security.authorize(identity, 'security:read'),
    ]) {
      const error = await failureOf(refused);
      expect(error).toMatchObject({ type: 'security_exception', status: 403 });
      expect(error.headers['WWW-Authenticate']).toContain('error="insufficient_scope", scope="');
    }
  });
});
