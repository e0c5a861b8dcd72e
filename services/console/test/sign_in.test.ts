/** The console of a node that asks for tokens: people sign in at a real authorization service, and see what their token does not allow. */
import { systemClock } from '@skein/platform';
import { freePorts } from '@skein/testkit';
import { startTestAuth, type TestAuth, USER } from '../../auth/src/testing/auth_service.js';
import { checkLook, describeBrowser, type OpenedConsole, openConsole } from './opened.js';

const EVERYTHING = 'cluster:all indices:all:*';

describeBrowser('the console of a node that asks for tokens', () => {
  let auth: TestAuth;
  let opened: OpenedConsole;

  beforeAll(async () => {
    auth = await startTestAuth({}, undefined, { clock: systemClock });
    const [port = 0] = await freePorts(1);
    const origin = `http://127.0.0.1:${port}`;
    await auth.client({
      id: 'skein-console',
      name: 'Skein console',
      type: 'public',
      scopes: EVERYTHING.split(' '),
      grants: ['authorization_code', 'refresh_token'],
      redirectUris: [`${origin}/_console/`],
      origins: [origin],
    });
    opened = await openConsole(
      { 'http.port': String(port), 'security.oauth2.issuers.own.url': auth.url },
      [auth.url],
    );
    const token = await serviceToken();
    for (const index of ['logs-1', 'secret']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = `${opened.url}/${index}/_doc/1?refresh=true`;
      const { status } = await fetch(url, { method: 'PUT', headers, body: '{"a":1}' });
      expect(status).toBe(201);
    }
  });
  afterAll(async () => {
    await opened?.close();
    await auth?.close();
  });

  async function serviceToken(): Promise<string> {
    const secret = await auth.client({
      id: 'ops',
      name: 'Operations',
      type: 'confidential',
      scopes: EVERYTHING.split(' '),
      grants: ['client_credentials'],
    });
    const form = { grant_type: 'client_credentials', client_id: 'ops', client_secret: secret };
    const body = new URLSearchParams(form);
    const response = await fetch(`${auth.url}/token`, { method: 'POST', body });
    return ((await response.json()) as { readonly access_token: string }).access_token;
  }

  it('first shows where to sign in, and leads there and back to where its reader was', async () => {
    const { page } = opened;
    await opened.open('#/overview?from=here');
    await page.getByRole('heading', { name: 'Sign in to skein' }).waitFor();
    await checkLook(page, 'sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('User name').fill(USER.name);
    await page.getByLabel('Password').fill(USER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Signed in', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/overview?from=here');
    expect(new URL(page.url()).search).toBe('');
  });

  it('binds the token to a key of the browser, and keeps it nowhere', async () => {
    const { page } = opened;
    const request = await page.waitForRequest(/_cluster\/health/);
    const headers = await request.allHeaders();
    expect(headers.authorization).toMatch(/^DPoP /);
    const [, token = ''] = (headers.authorization ?? '').split(' ');
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    expect(kept).not.toContain(token);
    // Whoever has the token alone has nothing.
    const stolen = await fetch(`${opened.url}/`, { headers: { authorization: `Bearer ${token}` } });
    expect(stolen.status).toBe(401);
  });

  it('shows what may not be done as not allowed', async () => {
    const { page } = opened;
    await opened.open('#/search?index=logs-1');
    await page.getByRole('status').filter({ hasText: '1 found' }).waitFor();
    await opened.open('#/search?index=secret');
    await page.getByText('Your token does not allow this').first().waitFor();
    await checkLook(page, 'not-allowed');
  });

  it('ends the session at the issuer, too', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to skein' }).waitFor();
    expect(await auth.administration.liveGrants({ user: USER.name })).toEqual([]);
  });

  it('says that somebody would not allow it', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('heading', { name: 'Sign in to skein' }).waitFor();
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
