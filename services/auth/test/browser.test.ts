/**
 * The pages in a real browser, with the width of a phone and of a desktop: sign-in, consent, a
 * device, PKCE from a page of another origin. `SCREENSHOTS=folder` saves a picture of every page.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../src/testing/auth_service.js';
import { postForm } from '../src/testing/code_flow.js';
import { type Browser, CHROMIUM, openBrowser, SIZES } from './chromium.js';

const PICTURES = process.env.SCREENSHOTS;

const WIDTHS = ['phone', 'desktop'] as const;
const run = CHROMIUM ? describe.each(WIDTHS) : describe.skip.each(WIDTHS);
const why = CHROMIUM ? '' : ': skipped, no Chromium is installed';

/**
 * A page of another origin that signs in with PKCE like a single-page application, with the
 * browser's own functions only.
 */
const APPLICATION = `<!doctype html><meta charset="utf-8"><title>App</title><p id="state">…</p><script>
const issuer = new URLSearchParams(location.hash.slice(1)).get('issuer') ?? sessionStorage.issuer;
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
const say = (text) => { document.getElementById('state').textContent = text; };
async function start() {
  sessionStorage.issuer = issuer;
  sessionStorage.verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionStorage.verifier));
  const metadata = await (await fetch(issuer + '/.well-known/oauth-authorization-server')).json();
  location = metadata.authorization_endpoint + '?' + new URLSearchParams({ response_type: 'code', client_id: 'spa', state: 'st',
    redirect_uri: location.origin + '/', code_challenge: base64url(hash), code_challenge_method: 'S256' });
}
async function finish(answer) {
  if (answer.get('error')) return say('refused: ' + answer.get('error'));
  const form = new URLSearchParams({ grant_type: 'authorization_code', client_id: 'spa', code: answer.get('code'),
    redirect_uri: location.origin + '/', code_verifier: sessionStorage.verifier });
  const reply = await fetch(issuer + '/token', { method: 'POST', body: form });
  const token = await reply.json();
  say('token for ' + token.scope + ', iss ' + (answer.get('iss') === issuer));
}
const answer = new URLSearchParams(location.search);
(answer.has('state') ? finish(answer) : start()).catch((error) => say('failed: ' + error));
</script>`;

/**
 * Usability checks: clipped text, touch targets that are too small, fields without a name. Runs in
 * the page.
 */
const LOOK = `(() => {
  const problems = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(scrollWidth - clientWidth + ' px too wide');
  if (document.documentElement.lang === '') problems.push('no language');
  if (document.querySelectorAll('h1').length !== 1) problems.push('not one heading');
  for (const field of document.querySelectorAll('input:not([type=hidden])')) {
    if (field.labels.length === 0) problems.push(field.name + ' has no label');
    // Phones zoom into fields with smaller text.
    if (parseFloat(getComputedStyle(field).fontSize) < 16) problems.push(field.name + ' is small');
  }
  for (const target of document.querySelectorAll('button, input:not([type=hidden])')) {
    const { height } = target.getBoundingClientRect();
    if (height < 40) problems.push(target.tagName + ' is ' + height + ' px high');
  }
  return problems;
})()`;

run(`the pages on a %s${why}`, (size) => {
  let auth: TestAuth;
  let application: Server;
  let origin: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    auth = await startTestAuth();
    application = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(APPLICATION),
    );
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
    const usual = { type: 'public', scopes: [SCOPE, 'cluster:monitor'] } as const;
    const code = { grants: ['authorization_code'], redirectUris: [`${origin}/`] };
    await auth.client({ ...usual, ...code, id: 'spa', name: 'Reading Room', origins: [origin] });
    const device = 'urn:ietf:params:oauth:grant-type:device_code';
    await auth.client({ ...usual, id: 'tv', name: 'Television', grants: [device] });
  });
  afterAll(async () => {
    application.close();
    await auth.close();
  });
  beforeEach(async () => {
    browser = await openBrowser(SIZES[size]);
    page = await browser.context.newPage();
  });
  afterEach(() => browser.close());

  async function checkLook(name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${size}.png`) });
    const found = await page.evaluate<readonly string[]>(LOOK);
    expect([name, found]).toEqual([name, []]);
  }

  async function signIn(password = USER.password): Promise<void> {
    await page.getByLabel('User name').fill(USER.name);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it('lead an application of another origin from sign-in over consent to a token, by PKCE', async () => {
    await page.goto(`${origin}/#issuer=${auth.url}`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await checkLook('login');
    await signIn('not it');
    await page.getByText('The user name or the password is wrong').waitFor();
    await checkLook('login-again');
    await signIn();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await page.textContent('body')).toContain('Reading Room');
    await checkLook('consent');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(`token for ${SCOPE} cluster:monitor, iss true`).waitFor();
  });

  it('tell the application when the user says no', async () => {
    await page.goto(`${origin}/#issuer=${auth.url}`);
    await signIn();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('refused: access_denied').waitFor();
  });

  it('let a device in', async () => {
    const reply = await postForm(auth, '/device_authorization', { fields: { client_id: 'tv' } });
    await page.goto(`${auth.url}/device`);
    await checkLook('device');
    await page.getByLabel('Code').fill('WRONGCODE');
    await page.getByRole('button').first().click();
    await page.getByText('This code is not known').waitFor();
    await checkLook('device-again');
    await page.goto(`${auth.url}/device`);
    await page.getByLabel('Code').fill(reply.body.user_code ?? '');
    await page.getByRole('button').first().click();
    await signIn();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await checkLook('device-consent');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Device connected').waitFor();
    await checkLook('device-done');
    auth.time.nowMs += 10_000;
    const fields = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'tv',
      device_code: reply.body.device_code,
    };
    expect((await postForm(auth, '/token', { fields })).status).toBe(200);
  });

  it('show errors that must not be redirected', async () => {
    await page.goto(`${auth.url}/authorize?client_id=nobody&response_type=code`);
    await checkLook('error');
    expect(page.url()).toContain(auth.url);
  });

  it('work without scripts, and by the keyboard alone', async () => {
    await browser.close();
    browser = await openBrowser(SIZES[size], { javaScriptEnabled: false });
    page = await browser.context.newPage();
    const challenge = 'x'.repeat(43);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'spa',
      redirect_uri: `${origin}/`,
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    await page.goto(`${auth.url}/authorize?${query}`);
    await page.locator('input:not([type=password]):focus').waitFor();
    await page.keyboard.type(USER.name);
    await page.keyboard.press('Tab');
    await page.locator('input[type=password]:focus').waitFor();
    await page.keyboard.type(USER.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/?**`);
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('cannot be framed, and set no cookie that scripts can read', async () => {
    await page.goto(`${auth.url}/device`);
    expect(await page.evaluate('document.cookie')).toBe('');
    // Resolves when the frame has loaded, too.
    await page.setContent(`<iframe src="${auth.url}/device"></iframe>`);
    const inside = await page.frames()[1]?.content();
    expect(inside?.includes('user_code')).toBe(false);
  });
});
