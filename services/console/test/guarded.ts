/**
 * The console of a node that needs tokens, with a real authorization service: its administrator,
 * and functions to sign in and out.
 */
import { systemClock } from '@skein/platform';
import { freePorts } from '@skein/testkit';
import type { Page } from 'playwright-core';
import { startTestAuth, type TestAuth } from '../../auth/src/testing/auth_service.js';
import { type OpenedConsole, openConsole } from './opened.js';

export interface Person {
  readonly name: string;
  readonly password: string;
}

export const ADMIN: Person = { name: 'root', password: 'a horse that is correct' };
export const EVERYTHING =
  'cluster:all indices:all:* pipelines:manage templates:manage scripts:manage snapshots:manage tasks:manage security:read security:manage';

export interface GuardedConsole extends OpenedConsole {
  readonly auth: TestAuth;
}

export interface GuardedOptions {
  /** True when users are not asked for consent to the console. */
  readonly firstParty?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function openGuardedConsole({
  firstParty = true,
  settings = {},
}: GuardedOptions = {}): Promise<GuardedConsole> {
  const auth = await startTestAuth({}, undefined, { clock: systemClock });
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const scopes = EVERYTHING.split(' ');
  await auth.client({
    id: 'skein-console',
    name: 'Skein console',
    type: 'public',
    scopes,
    grants: ['authorization_code', 'refresh_token'],
    redirectUris: [`${origin}/_console/`],
    origins: [origin],
    firstParty,
  });
  await auth.administration.users.setRole({ name: 'administrators', scopes });
  await auth.administration.users.add(ADMIN.name, ADMIN.password, ['administrators']);
  const own = { 'http.port': String(port), 'security.oauth2.issuers.own.url': auth.url };
  const opened = await openConsole({ ...own, ...settings }, [auth.url]);
  const secret = await auth.client({
    id: 'ops',
    name: 'Operations',
    type: 'confidential',
    scopes,
    grants: ['client_credentials'],
  });
  const token = await serviceToken(auth, secret);
  return {
    ...opened,
    auth,
    ask: (method, path, body) => opened.ask(method, path, body, token),
    close: async () => {
      await opened.close();
      await auth.close();
    },
  };
}

async function serviceToken(auth: TestAuth, secret: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: 'ops', client_secret: secret };
  const init = { method: 'POST', body: new URLSearchParams(form) };
  const response = await fetch(`${auth.url}/token`, init);
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

/** Goes from the console's page to the issuer's and back. */
export async function signIn(page: Page, { name, password }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: /^Sign in to/ }).waitFor();
}
