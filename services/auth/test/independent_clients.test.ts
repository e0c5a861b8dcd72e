/** The flows with independent clients: see `independent_clients.mjs`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '@skein/platform';
import { exportJWK, generateKeyPair } from 'jose';
import { SCOPE, startTestAuth, type TestAuth } from '../src/testing/auth_service.js';
import { REDIRECT } from '../src/testing/code_flow.js';

const SCRIPT = join(__dirname, 'independent_clients.mjs');

interface Outcome {
  readonly flow: string;
  readonly problem?: string;
}

let auth: TestAuth;
let outcomes: readonly Outcome[];

beforeAll(async () => {
  const settings = {
    'auth.registration.enabled': 'true',
  };
  auth = await startTestAuth(settings, undefined, { clock: systemClock });
  const usual = { scopes: [SCOPE], redirectUris: [REDIRECT] };
  const code = ['authorization_code', 'refresh_token'];
  const device = 'urn:ietf:params:oauth:grant-type:device_code';
  await auth.client({ ...usual, id: 'web', type: 'public', grants: code });
  await auth.client({ ...usual, id: 'old', type: 'public', grants: ['implicit', 'password'] });
  await auth.client({ ...usual, id: 'tv', type: 'public', grants: [device] });
  const job = await auth.client({ id: 'job', scopes: [SCOPE] });
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES256' }];
  await auth.client({ id: 'signer', scopes: [SCOPE], jwks });
  const initial = { scopes: [SCOPE], uses: 1, lifetimeMs: 600_000 };
  const parts = {
    secrets: { job },
    key: { ...(await exportJWK(privateKey)), kid: 'own' },
    initialToken: await auth.administration.createInitialToken(initial),
  };
  outcomes = await outcomesOf([auth.url, JSON.stringify(parts)]);
});
afterAll(() => auth.close());

async function outcomesOf(args: readonly string[]): Promise<readonly Outcome[]> {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Outcome);
}

it('openid-client 6 and oauth4webapi find no fault in any flow', () => {
  expect(outcomes.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(outcomes).toHaveLength(15);
});
