/**
 * The main tasks of the page Access, against a real issuer: letting a colleague read a part of an
 * index, changing roles and clients, renewing and revoking tokens.
 */
import { ADMIN, type GuardedConsole, openGuardedConsole, signIn, signOut } from './guarded.js';
import { checkLook, describeBrowser } from './opened.js';

const COLLEAGUE = { name: 'grace', password: 'nanoseconds are long' };

describeBrowser('the page Access', () => {
  let opened: GuardedConsole;

  beforeAll(async () => {
    opened = await openGuardedConsole();
    for (const [id, team] of [
      ['1', 'a'],
      ['2', 'b'],
    ]) {
      await opened.ask('PUT', `/tickets/_doc/${id}?refresh=true`, { team, card: `4711-${id}` });
    }
    await opened.ask('PUT', '/other/_doc/1?refresh=true', { n: 1 });
  });
  afterAll(() => opened?.close());

  const row = (name: string) => opened.page.getByRole('row').filter({ hasText: name });
  const list = (name: string) =>
    opened.page.getByRole('group', { name: 'Lists' }).getByRole('button', { name });

  it('does not ask whether people allow a first-party console what they may do', async () => {
    const { page } = opened;
    await opened.open('#/access');
    await signIn(page, ADMIN);
    await row('root').getByText('administrators').waitFor();
    await checkLook(page, 'access');
  });

  it('lets a colleague read a part of an index, after a look at that part', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Give read access' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User', { exact: true }).fill(COLLEAGUE.name);
    await dialog.getByLabel('Index, or a pattern').fill('tickets');
    await dialog.getByLabel('Password').fill(COLLEAGUE.password);
    await dialog.getByText('Only a part of the index').click();
    await dialog.getByLabel('Only documents that match').fill('{"term":{"team.keyword":"a"}}');
    await dialog.getByLabel('Not these fields').fill('card');
    await dialog.getByRole('button', { name: 'Preview of the visible data' }).click();
    await dialog.getByText('1 of 2 documents').waitFor();
    const shown = await dialog.locator('pre').textContent();
    expect(shown).toContain('"team": "a"');
    expect(shown).not.toContain('4711');
    await checkLook(page, 'access-grant');
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await dialog.getByText('grace may read tickets now.').waitFor();
    await page.keyboard.press('Escape');
    await row(COLLEAGUE.name).getByText('read-tickets').waitFor();
  });

  it('shows what roles give and to whom, and changes them', async () => {
    const { page } = opened;
    await list('Roles').click();
    await row('read-tickets').getByText('a part').waitFor();
    await row('read-tickets').getByRole('cell', { name: COLLEAGUE.name }).waitFor();
    await page.getByRole('button', { name: 'read-tickets' }).click();
    const dialog = page.getByRole('dialog');
    await checkLook(page, 'access-role');
    await dialog.getByLabel('Scopes, such as').fill('indices:read:tickets cluster:monitor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('read-tickets').getByText('indices:read:tickets cluster:monitor').waitFor();
    const roles = await opened.auth.administration.users.roles();
    expect(roles.find(({ name }) => name === 'read-tickets')).toMatchObject({
      scope: 'indices:read:tickets cluster:monitor',
      fields: { grant: ['*'], except: ['card'] },
    });
  });

  it('registers a client, and shows its secret once', async () => {
    const { page } = opened;
    await list('Clients').click();
    await row('skein-console').waitFor();
    await page.getByRole('button', { name: 'New' }).click();
    const dialog = page.getByRole('dialog');
    const client = { client_id: 'report', scope: 'indices:read:tickets' };
    await dialog.getByLabel('JSON').fill(JSON.stringify(client));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The secret of report').waitFor();
    expect(await dialog.locator('code').textContent()).toMatch(/^[\w-]{43}$/);
    await page.keyboard.press('Escape');
    await row('report').getByText('client_credentials').waitFor();
  });

  it('lists keys and makes the next one', async () => {
    const { page } = opened;
    await list('Keys').click();
    await page.getByRole('cell', { name: 'signing', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next key' }).click();
    await page.getByRole('cell', { name: 'published' }).waitFor();
    expect(await opened.auth.administration.keys.list()).toHaveLength(2);
  });

  it('has every change in the audit log, with who made it', async () => {
    const { page } = opened;
    await list('Audit log').click();
    const added = row('user_added').filter({ hasText: COLLEAGUE.name });
    await added.getByRole('cell', { name: ADMIN.name }).waitFor();
    await checkLook(page, 'access-audit');
  });

  it('renews tokens with each use of a refresh token, and none is used twice', async () => {
    const { page } = opened;
    const used: string[] = [];
    // The route shortens the tokens' lifetime in the issuer's answer, as if they expired soon.
    await page.route(`${opened.auth.url}/token`, async (route) => {
      used.push(new URLSearchParams(route.request().postData() ?? '').get('refresh_token') ?? '');
      const response = await route.fetch();
      const json = (await response.json()) as object;
      await route.fulfill({ response, json: { ...json, expires_in: 20 } });
    });
    await page.reload();
    await page.getByRole('cell', { name: 'user_added' }).first().waitFor();
    await list('Users').click();
    await row(COLLEAGUE.name).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Documents', { exact: true }).waitFor();
    // A request that is under way ends before its route does.
    await page.unrouteAll({ behavior: 'wait' });
    const refreshed = used.filter((token) => token !== '');
    expect(refreshed.length).toBeGreaterThan(3);
    expect(new Set(refreshed).size).toBe(refreshed.length);
    const events = await opened.auth.administration.auditTail(100);
    expect(events.map(({ event }) => event)).not.toContain('refresh_token_reused');
  });

  it('ends what somebody is signed in with, and they have to sign in again', async () => {
    const { page } = opened;
    await signOut(page);
    await signIn(page, COLLEAGUE);
    await page.getByText('Signed in', { exact: true }).waitFor();
    await opened.open('#/search?index=tickets');
    await page.getByRole('status').filter({ hasText: '1 found' }).waitFor();
    expect(await page.getByText('4711').count()).toBe(0);
    await opened.open('#/search?index=other');
    await page.getByText('Your token does not allow this').first().waitFor();
    await signOut(page);
    await signIn(page, ADMIN);
    await page.getByText('Signed in', { exact: true }).waitFor();
    await opened.open('#/access?list=tokens');
    // Newest first: the reloaded page has signed in again, and its older consent still exists.
    await row(ADMIN.name).getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('button', { name: 'Really revoke this grant?' }).click();
    await page.getByRole('heading', { name: 'Sign in to skein' }).waitFor();
    expect(await opened.auth.administration.liveGrants({ user: ADMIN.name })).toHaveLength(1);
    await page.getByText('You are no longer signed in').waitFor();
    await checkLook(page, 'ended');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await list('Tokens').waitFor();
    expect(new URL(page.url()).hash).toBe('#/access?list=tokens');
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
