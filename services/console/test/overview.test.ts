/** The frame around the pages, and the overview: every number is the API's. */
import { checkLook, describeBrowser, type OpenedConsole, openConsole } from './opened.js';

describeBrowser('the console', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole({ 'node.name': 'goose' });
    await opened.ask('PUT', '/letters', {
      settings: { number_of_shards: 2, number_of_replicas: 1 },
    });
    const lines = Array.from({ length: 1_234 }, (_, n) => `{"index":{}}\n{"n":${n}}\n`).join('');
    await opened.ask('POST', '/letters/_bulk?refresh=true', lines);
  });
  afterAll(() => opened?.close());

  it('is a page of its own, and the root stays JSON', async () => {
    expect(await opened.ask('GET', '/')).toMatchObject({ tagline: expect.any(String) });
    const response = await fetch(`${opened.url}/_console`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/_console/']);
    const policy = (await fetch(`${opened.url}/_console/`)).headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toContain('unsafe');
  });

  it('says how the cluster is, in the numbers of the API', async () => {
    const { page } = opened;
    await opened.open('');
    await page.getByText('All data can be searched, but shard copies are missing').waitFor();
    await page.getByText(/2 replicas are unassigned/).waitFor();
    const figures = await page.locator('.figures div').allTextContents();
    expect(figures).toEqual(
      expect.arrayContaining(['Documents1,234', 'Indices1', 'Shards2', 'Nodes1']),
    );
    expect(await page.locator('table').first().textContent()).toContain('goose');
    expect(await page.locator('.shard').count()).toBe(4);
    // The second reading gives rates, which are drawn.
    await page.locator('canvas').first().waitFor();
    await checkLook(page, 'overview');
  });

  it('tells why a shard is on no node', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Why?' }).first().click();
    await page.getByText('same_shard').first().waitFor();
    await checkLook(page, 'explanation');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('says what a node had to refuse, in the number of the API', async () => {
    const { page } = opened;
    const limit = (text: string | null) =>
      opened.ask('PUT', '/_cluster/settings', {
        transient: { 'indices.breaker.request.limit': text },
      });
    await limit('1kb');
    const kept = `${opened.url}/letters/_search/point_in_time?keep_alive=1m`;
    expect((await fetch(kept, { method: 'POST' })).status).toBe(429);
    await limit(null);
    const { nodes } = await opened.ask<{
      readonly nodes: Record<string, { readonly breakers: Record<string, { tripped: number }> }>;
    }>('GET', '/_nodes/stats/breaker');
    const [tripped] = Object.values(nodes).map(({ breakers }) => breakers.request?.tripped);
    expect(tripped).toBeGreaterThan(0);
    await page.getByText(`the circuit breaker request refused ${tripped} request`).waitFor();
    await checkLook(page, 'attention');
  });

  it('tells of slow searches', async () => {
    const { page } = opened;
    const threshold = 'index.search.slowlog.threshold.query.warn';
    await opened.ask('PUT', '/letters/_settings', { [threshold]: '0ms' });
    await opened.ask('POST', '/letters/_search', { query: { match_all: {} } });
    await opened.ask('PUT', '/letters/_settings', { [threshold]: null });
    const { nodes } = await opened.ask<{
      readonly nodes: Record<string, { readonly slow_log: { readonly total: number } }>;
    }>('GET', '/_nodes/stats/slow_log');
    const [total] = Object.values(nodes).map(({ slow_log }) => slow_log.total);
    expect(total).toBe(2);
    await page
      .getByText(/goose: 2 searches and writes were slower .*: \[letters\]\[\d\], /)
      .waitFor();
  });

  it('is used by keyboard, in another language and theme', async () => {
    const { page } = opened;
    await opened.open('#/overview');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Skip to content' }).press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('says that there is no such page', async () => {
    await opened.open('#/nothing');
    await opened.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});

describeBrowser('a node that serves no console', () => {
  it('takes the path for one of the API', async () => {
    const opened = await openConsole({ 'console.enabled': 'false' });
    const { status } = await fetch(`${opened.url}/_console/`);
    await opened.close();
    expect(status).toBe(400);
  });
});
