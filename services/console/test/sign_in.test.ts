/**
 * The console of a node that needs tokens: people sign in at a real authorization service, and see
 * what their token does not allow.
 */
import { USER } from '../../auth/src/testing/auth_service.js';
import { type GuardedConsole, openGuardedConsole, signIn, signOut } from './guarded.js';
import { checkLook, describeBrowser } from './opened.js';

describeBrowser('the console of a node that asks for tokens', () => {
  let opened: GuardedConsole;

  beforeAll(async () => {
    opened = await openGuardedConsole({ firstParty: false });
    for (const index of ['logs-1', 'secret']) {
      await opened.ask('PUT', `/${index}/_doc/1?refresh=true`, { a: 1 });
    }
  });
  afterAll(() => opened?.close());

  it('first shows where to sign in, and leads there and back to where its reader was', async () => {
    const { page } = opened;
    await opened.open('#/overview?from=here');
    await page.getByRole('heading', { name: 'Sign in to skein' }).waitFor();
    await checkLook(page, 'sign-in');
    await signIn(page, USER);
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
    // The token alone, without the key, is useless.
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

  it('has nothing of users and roles for those who may not see them', async () => {
    await opened.open('#/access');
    await opened.page.getByText('Your roles do not allow you to see users and roles').waitFor();
  });

  it('ends the session at the issuer, too', async () => {
    await signOut(opened.page);
    expect(await opened.auth.administration.liveGrants({ user: USER.name })).toEqual([]);
  });

  it('asks anew who is there after somebody signed out, and says that they would not allow it', async () => {
    const { page } = opened;
    await signIn(page, USER);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('heading', { name: 'Sign in to skein' }).waitFor();
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
