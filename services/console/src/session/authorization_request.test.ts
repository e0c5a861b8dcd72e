import { createHash } from 'node:crypto';
import { beginSignIn, readAnswer } from './authorization_request.js';

const ISSUER = 'https://auth.example';
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize?tenant=a`,
  token_endpoint: `${ISSUER}/token`,
};
const OPTIONS = {
  clientId: 'skein-console',
  redirectUri: 'https://search.example/_console/',
  returnTo: '#/search?q=a',
  prompt: undefined,
};

it('asks with a challenge of the verifier that stays here, and keeps what the address had', async () => {
  const { url, pending } = await beginSignIn(METADATA, OPTIONS);
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toEqual({
    tenant: 'a',
    response_type: 'code',
    client_id: 'skein-console',
    redirect_uri: OPTIONS.redirectUri,
    state: pending.state,
    code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  // RFC 7636 §4.1.
  expect(pending.verifier).toMatch(/^[\w-]{43}$/);
  expect(pending.returnTo).toBe('#/search?q=a');
});

it('does not have anybody asked when it only looks whether somebody is signed in', async () => {
  const { url } = await beginSignIn(METADATA, { ...OPTIONS, prompt: 'none' });
  expect(new URL(url).searchParams.get('prompt')).toBe('none');
});

describe('an answer', () => {
  const pending = { state: 's1', verifier: 'v', returnTo: '' };

  test.each([
    ['', { kind: 'none' }],
    ['?q=1', { kind: 'none' }],
    ['?code=c&state=s1', { kind: 'code', code: 'c' }],
    [`?code=c&state=s1&iss=${ISSUER}`, { kind: 'code', code: 'c' }],
    ['?code=c&state=s2', { kind: 'refused', error: 'state_mismatch', description: '' }],
    [
      '?code=c&state=s1&iss=https://evil.example',
      { kind: 'refused', error: 'issuer_mismatch', description: '' },
    ],
    ['?state=s1', { kind: 'refused', error: 'no_code', description: '' }],
    [
      '?state=s1&error=access_denied&error_description=no',
      { kind: 'refused', error: 'access_denied', description: 'no' },
    ],
  ])('%s is read', (search, answer) => {
    expect(readAnswer(search, pending, ISSUER)).toEqual(answer);
  });

  it('that nobody here asked for is refused', () => {
    expect(readAnswer('?code=c&state=s1', undefined, ISSUER)).toMatchObject({ kind: 'refused' });
  });
});
