/**
 * The long tasks of the page Data: reindexing with progress and cancelling, snapshots, policies,
 * stored scripts, copies of an index.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLook, describeBrowser, type OpenedConsole, openConsole } from './opened.js';

const DOCUMENTS = 3_000;

describeBrowser('the tasks of the data page', () => {
  const repository = mkdtempSync(join(tmpdir(), 'skein-console-repository-'));
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole({ 'path.repo': repository });
    const lines = Array.from({ length: DOCUMENTS }, (_, n) => `{"index":{}}\n{"n":${n}}\n`);
    await opened.ask('PUT', '/source', { settings: { number_of_replicas: 0 } });
    await opened.ask('POST', '/source/_bulk?refresh=true', lines.join(''));
    const kept = { type: 'fs', settings: { location: repository } };
    await opened.ask('PUT', '/_snapshot/kept', kept);
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(repository, { recursive: true, force: true });
  });

  const row = (name: string) => opened.page.getByRole('row').filter({ hasText: name });
  const dialog = () => opened.page.getByRole('dialog');

  it('reindexes and says how far it is', async () => {
    const { page } = opened;
    await opened.open('#/data');
    await page.getByRole('button', { name: 'Reindex' }).click();
    await dialog().getByLabel('From').fill('source');
    await dialog().getByLabel('Into').fill('target');
    await dialog().getByLabel('Only documents').fill('{"range":{"n":{"lt":1000}}}');
    await dialog().getByRole('button', { name: 'Start' }).click();
    await dialog().getByText('1,000 of 1,000 documents').waitFor();
    await dialog().getByText('The reindex is complete.').waitFor();
    await checkLook(page, 'reindex');
    expect(await opened.ask('GET', '/target/_count')).toMatchObject({ count: 1_000 });
  });

  it('cancels a reindex, and says how far it came', async () => {
    const { page } = opened;
    // Slows the reindex to that of a large index: its batches wait for each other.
    await page.route('**/_reindex?*', (route) =>
      route.continue({ url: `${route.request().url()}&requests_per_second=100` }),
    );
    await dialog().getByLabel('Into').fill('slow');
    await dialog().getByLabel('Only documents').fill('');
    await dialog().getByRole('button', { name: 'Start' }).click();
    await dialog().getByText('1,000 of 3,000 documents').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByText('The task was cancelled').waitFor();
    await page.keyboard.press('Escape');
  });

  it('makes an index whose fields are filled in, and a copy of one that stays as it was', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Create index' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('people');
    const top = async (label: string) =>
      (await dialog().getByLabel(label).boundingBox())?.y ?? Number.NaN;
    expect(await top('Name of field 1')).toBeGreaterThan(await top('Replicas'));
    expect(await top('Name of field 1')).toBeLessThan(await top('Mappings as JSON'));
    await checkLook(page, 'create');
    await dialog().getByLabel('Name of field 1').fill('born');
    await dialog().getByLabel('Type of field 1').selectOption('date');
    await dialog().getByRole('button', { name: 'Create index' }).click();
    await row('people').waitFor();
    expect(await opened.ask('GET', '/people/_mapping')).toEqual({
      people: { mappings: { properties: { born: { type: 'date' } } } },
    });
    await page.getByRole('button', { name: 'source', exact: true }).click();
    await dialog().getByRole('button', { name: 'Settings' }).click();
    await dialog().getByText('Change settings').click();
    await dialog().getByLabel('Refresh interval').fill('7s');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('"refresh_interval": "7s"').waitFor();
    await dialog().getByLabel('Refresh interval').fill('often');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('alert').filter({ hasText: 'often' }).waitFor();
    await checkLook(page, 'settings');
    await dialog().getByRole('button', { name: 'Mappings' }).click();
    await dialog().getByText('Add a field').click();
    await dialog().getByLabel('Field', { exact: true }).fill('tag');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('"tag"').waitFor();
    expect(await opened.ask('GET', '/source/_mapping/field/tag')).toMatchObject({
      source: { mappings: { tag: { mapping: { tag: { type: 'keyword' } } } } },
    });
    await dialog().getByText('Shrink, split or clone').click();
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('source-copy was created.').waitFor();
    await page.keyboard.press('Escape');
    await row('source-copy').getByText('3,000').waitFor();
    await opened.ask('PUT', '/source/_doc/still-writable', { n: -1 });
  });

  it('takes a snapshot, brings it back under other names, and deletes it', async () => {
    const { page } = opened;
    await opened.open('#/data?list=snapshots');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('first');
    await dialog().getByLabel('Indices').fill('target');
    await dialog().getByRole('button', { name: 'Take a snapshot' }).click();
    await row('first').getByText('success, 1 of 1 shards').waitFor();
    await checkLook(page, 'snapshots');
    await row('first').getByRole('button', { name: 'Restore' }).click();
    await dialog().getByRole('button', { name: 'Restore' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await opened.ask(
      'GET',
      '/_cluster/health/restored-target?wait_for_status=yellow&wait_for_no_initializing_shards=true&timeout=60s',
    );
    expect(await opened.ask('GET', '/restored-target/_count')).toMatchObject({ count: 1_000 });
    await row('first').getByRole('button', { name: 'Delete' }).click();
    await row('first').getByRole('button', { name: 'Really delete first?' }).click();
    await row('first').waitFor({ state: 'detached' });
  });

  it('stores a policy, changes it, and shows where its index stands', async () => {
    const { page } = opened;
    const policy = (description: string) => ({
      policy: {
        description,
        default_state: 'hot',
        states: [{ name: 'hot', actions: [], transitions: [] }],
      },
    });
    await opened.open('#/data?list=ism');
    await page.getByRole('button', { name: 'New' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('keep');
    await dialog()
      .getByLabel('JSON')
      .fill(JSON.stringify(policy('Keeps')));
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('keep').getByText('Keeps: hot').waitFor();
    await page.getByRole('button', { name: 'keep', exact: true }).click();
    await dialog()
      .getByLabel('JSON')
      .fill(JSON.stringify(policy('Keeps well')));
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('keep').getByText('Keeps well: hot').waitFor();
    await opened.ask('POST', '/_plugins/_ism/add/target', { policy_id: 'keep' });
    await opened.open('#/data?list=lifecycle');
    await row('target').getByText('keep (ISM)').waitFor();
    await checkLook(page, 'lifecycle');
  });

  it('stores a script', async () => {
    const { page } = opened;
    await opened.open('#/data?list=scripts');
    await page.getByRole('button', { name: 'New' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('twice');
    const script = { lang: 'painless', source: "doc['n'].value * 2" };
    await dialog().getByLabel('JSON').fill(JSON.stringify({ script }));
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('twice').getByText('painless').waitFor();
    expect(await opened.ask('GET', '/_scripts/twice')).toMatchObject({ script });
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
