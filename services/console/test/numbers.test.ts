/**
 * Every number on the pages is the API's: it is compared with the answer that the page got, and
 * with the answer that another client gets.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIResponse, Page } from 'playwright-core';
import { ilmStandings, ismStandings } from '../src/data/lifecycle.js';
import { bytesText } from '../src/messages/units.js';
import { describeBrowser, type OpenedConsole, openConsole } from './opened.js';

const repository = mkdtempSync(join(tmpdir(), 'skein-numbers-'));
afterAll(() => rmSync(repository, { recursive: true, force: true }));

const INDICES = { small: 7, middle: 1_234, large: 12_345 };

interface NodeStats {
  readonly name: string;
  readonly os: {
    readonly cpu: { readonly percent: number; readonly load_average?: { readonly '1m'?: number } };
    readonly mem: { readonly used_percent: number };
  };
  readonly jvm: { readonly mem: { readonly heap_used_percent: number } };
  readonly fs: {
    readonly total: { readonly total_in_bytes: number; readonly available_in_bytes: number };
  };
  readonly indices: { readonly store: { readonly size_in_bytes: number } };
}

type CatRow = Readonly<Record<string, string>>;

const text = new Intl.NumberFormat('en');

describeBrowser('the numbers of the pages', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole({ 'node.name': 'goose', 'path.repo': repository });
    for (const [index, count] of Object.entries(INDICES)) {
      const lines = Array.from({ length: count }, (_, n) => {
        const source = { n, team: `t${n % 3}`, '@timestamp': 1_700_000_000_000 + n * 1_000 };
        return `{"index":{}}\n${JSON.stringify(source)}\n`;
      });
      const settings = { number_of_shards: 2, number_of_replicas: 0 };
      const mappings = {
        properties: { team: { type: 'keyword' }, '@timestamp': { type: 'date' } },
      };
      await opened.ask('PUT', `/${index}`, { settings, mappings });
      await opened.ask('POST', `/${index}/_bulk?refresh=true`, lines.join(''));
      await opened.ask('POST', `/${index}/_forcemerge?max_num_segments=1`);
      await opened.ask('POST', `/${index}/_flush`);
    }
  });
  afterAll(() => opened?.close());

  const figure = (page: Page, name: string) =>
    page.locator('.figures div').filter({ hasText: name }).locator('dd');

  it('of the overview are those of its answers', async () => {
    const { page } = opened;
    // The page asks again every few seconds. It gets the first answer each time, so that the cells
    // are compared with the answer that they show.
    let first: Promise<APIResponse> | undefined;
    await page.route(/_nodes\/stats/, async (route) => {
      first ??= route.fetch();
      await route.fulfill({ response: await first });
    });
    const [answer] = await Promise.all([
      page.waitForResponse(/_nodes\/stats/),
      opened.open('#/overview'),
    ]);
    const { nodes } = (await answer.json()) as { readonly nodes: Record<string, NodeStats> };
    const [node] = Object.values(nodes);
    if (node === undefined) throw new Error('there is a node');
    const { total_in_bytes: all, available_in_bytes: free } = node.fs.total;
    const row = page.getByRole('row').filter({ hasText: 'goose' });
    const cells = [
      `${Math.round(node.os.cpu.percent)} %`,
      `${Math.round(node.jvm.mem.heap_used_percent)} %`,
      `${Math.round(node.os.mem.used_percent)} %`,
      `${bytesText(free, 'en')} free of ${bytesText(all, 'en')}`,
      text.format(node.os.cpu.load_average?.['1m'] ?? 0),
    ];
    expect((await row.getByRole('cell').allTextContents()).slice(1, -1)).toEqual(cells);
    const sizeBytes = node.indices.store.size_in_bytes;
    expect(await figure(page, 'Size').textContent()).toBe(bytesText(sizeBytes, 'en'));
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('of the overview are those that anybody is told', async () => {
    const { page } = opened;
    const health = await opened.ask<Record<string, number>>('GET', '/_cluster/health');
    const counted = await opened.ask<{ readonly count: number }>('GET', '/_count');
    const indices = await opened.ask<readonly CatRow[]>('GET', '/_cat/indices?format=json');
    expect(await figure(page, 'Nodes').textContent()).toBe(
      text.format(health.number_of_nodes ?? -1),
    );
    expect(await figure(page, 'Shards').textContent()).toBe(
      text.format(health.active_shards ?? -1),
    );
    expect(await figure(page, 'Indices').textContent()).toBe(text.format(indices.length));
    expect(await figure(page, 'Documents').textContent()).toBe(text.format(counted.count));
    expect(await page.locator('.shard').count()).toBe(health.active_shards);
  });

  it('of the indices are those of _cat/indices', async () => {
    const { page } = opened;
    await opened.open('#/data');
    const columns = 'index,pri,rep,docs.count,store.size';
    const path = `/_cat/indices?format=json&bytes=b&s=index&h=${columns}`;
    const listed = await opened.ask<readonly CatRow[]>('GET', path);
    for (const line of listed) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: line.index ?? '', exact: true }) });
      await row.waitFor();
      expect((await row.getByRole('cell').allTextContents()).slice(1, 4)).toEqual([
        `${line.pri} × ${1 + Number(line.rep)}`,
        text.format(Number(line['docs.count'])),
        bytesText(Number(line['store.size']), 'en'),
      ]);
    }
    expect(listed.map(({ index }) => index)).toEqual(['large', 'middle', 'small']);
  });

  it('of snapshots and data streams are those of their APIs', async () => {
    const { page } = opened;
    await opened.ask('PUT', '/_snapshot/kept', { type: 'fs', settings: { location: repository } });
    await opened.ask('PUT', '/_snapshot/kept/all?wait_for_completion=true');
    const { snapshots } = await opened.ask<{
      readonly snapshots: readonly {
        readonly shards: { readonly total: number; readonly successful: number };
      }[];
    }>('GET', '/_snapshot/kept/_all');
    const [taken] = snapshots;
    await opened.open('#/data?list=snapshots');
    await page
      .getByRole('row')
      .filter({ hasText: `success, ${taken?.shards.successful} of ${taken?.shards.total} shards` })
      .waitFor();
    await opened.ask('PUT', '/_index_template/logs', {
      index_patterns: ['logs-*'],
      data_stream: {},
    });
    await opened.ask('PUT', '/_data_stream/logs-a');
    for (let count = 0; count < 3; count++) await opened.ask('POST', '/logs-a/_rollover');
    const { data_streams: streams } = await opened.ask<{
      readonly data_streams: readonly { readonly indices: readonly object[] }[];
    }>('GET', '/_data_stream');
    await opened.open('#/data?list=streams');
    const stream = page.getByRole('row').filter({ hasText: 'logs-a' });
    await stream.waitFor();
    expect(await stream.getByRole('cell').allTextContents()).toEqual([
      `${streams[0]?.indices.length}, logs`,
    ]);
  });

  it('of indices in their policies are those of the explanations', async () => {
    const { page, ask } = opened;
    await ask('PUT', '/_plugins/_ism/policies/keep', {
      policy: {
        description: 'Keeps',
        default_state: 'hot',
        states: [{ name: 'hot', actions: [], transitions: [] }],
      },
    });
    await ask('PUT', '/_ilm/policy/stay', { policy: { phases: { hot: { actions: {} } } } });
    await ask('POST', '/_plugins/_ism/add/small', { policy_id: 'keep' });
    await ask('PUT', '/middle/_settings', { 'index.lifecycle.name': 'stay' });
    const explained = Promise.all([
      page.waitForResponse(/_ism\/explain/),
      page.waitForResponse(/_ilm\/explain/),
    ]);
    await opened.open('#/data?list=lifecycle');
    const [ism, ilm] = await Promise.all((await explained).map((answer) => answer.json()));
    const standings = [...ismStandings(ism), ...ilmStandings(ilm)];
    expect(standings.map(({ index, policy }) => `${index} ${policy}`).sort()).toEqual([
      'middle stay',
      'small keep',
    ]);
    for (const { index, language, policy, where, info } of standings) {
      const row = page.getByRole('row').filter({ hasText: index });
      const cells = await row.getByRole('cell').allTextContents();
      expect(cells).toEqual([`${policy} (${language})`, where, info, '']);
    }
    const told = await ask<Parameters<typeof ismStandings>[0]>(
      'GET',
      '/_plugins/_ism/explain/small',
    );
    expect(ismStandings(told)).toMatchObject([{ index: 'small', policy: 'keep' }]);
    const managed = await ask<Parameters<typeof ilmStandings>[0]>('GET', '/middle/_ilm/explain');
    expect(ilmStandings(managed)).toMatchObject([{ index: 'middle', policy: 'stay' }]);
  });

  it('of a search are those of _count, of its buckets and of its statistics', async () => {
    const { page } = opened;
    await opened.open('#/search?index=middle&q=team%3At1');
    const query = { term: { team: 't1' } };
    const { count } = await opened.ask<{ readonly count: number }>('POST', '/middle/_count', {
      query,
    });
    await page
      .getByRole('status')
      .filter({ hasText: `${text.format(count)} found, 50 shown` })
      .waitFor();
    const titles = "[...document.querySelectorAll('.histogram button')].map(({ title }) => title)";
    const bars = await page.evaluate<readonly string[]>(titles);
    const sum = bars.reduce((all, title) => all + Number(title.split(': ').at(-1)), 0);
    expect(sum).toBe(count);
    await opened.open('#/search?index=middle');
    await page.getByRole('group').filter({ hasText: 'team' }).first().click();
    await page.getByText('3 different values, in 1,234 of 1,234 documents').waitFor();
    const { aggregations } = await opened.ask<{
      readonly aggregations: {
        readonly teams: {
          readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
        };
      };
    }>('POST', '/middle/_search', { size: 0, aggs: { teams: { terms: { field: 'team' } } } });
    const shown = await page.locator('.statistics li').allTextContents();
    expect(shown.map((line) => line.trim())).toEqual(
      aggregations.teams.buckets.map(({ key, doc_count }) =>
        expect.stringMatching(new RegExp(`^${key}.*${doc_count}$`)),
      ),
    );
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
