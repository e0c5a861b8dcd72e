/**
 * Moves a shard on the overview of two nodes if the cluster allows it, and shows the cluster's
 * reason if not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, ServiceProcess } from '@skein/testkit';
import { checkLook, describeBrowser, type OpenedConsole, openConsole, ROOT } from './opened.js';

const PATIENCE_MS = 5_000;

describeBrowser('the shards of two nodes', () => {
  let common: Readonly<Record<string, string>>;
  const folder = mkdtempSync(join(tmpdir(), 'skein-console-second-'));
  let opened: OpenedConsole;
  let second: ServiceProcess;
  let third: ServiceProcess | undefined;

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    common = {
      'cluster.initial_master_nodes': 'duck',
      'transport.secret': 'birds of a feather',
    };
    opened = await openConsole({ ...common, 'node.name': 'duck', 'transport.port': String(port) });
    common = { ...common, 'discovery.seed_hosts': `127.0.0.1:${port}` };
    second = await startNode('swan');
    await opened.ask('GET', '/_cluster/health?wait_for_nodes=2&timeout=60s');
    const only = (name: string) => ({ 'index.routing.allocation.require._name': name });
    const one = { number_of_shards: 1, number_of_replicas: 0 };
    await opened.ask('PUT', '/free', { settings: { ...one, ...only('duck') } });
    await opened.ask('PUT', '/tied', { settings: { ...one, ...only('duck') } });
    await opened.ask('GET', '/_cluster/health?wait_for_status=green&timeout=60s');
    const hold = { 'cluster.routing.rebalance.enable': 'none' };
    await opened.ask('PUT', '/_cluster/settings', { persistent: hold });
    await opened.ask('PUT', '/free/_settings', { 'index.routing.allocation.require._name': null });
  });
  afterAll(async () => {
    await opened?.close();
    await second?.stop();
    await third?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startNode = (name: string) =>
    ServiceProcess.start(ROOT, 'node', {
      ...common,
      'node.name': name,
      'http.port': '0',
      'transport.port': '0',
      'path.data': join(folder, name),
    });
  const tile = (index: string) =>
    opened.page.getByRole('button', { name: new RegExp(`^${index}`) });
  const node = (name: string) => opened.page.locator('.shard-map > li').filter({ hasText: name });
  const dialog = () => opened.page.getByRole('dialog');

  /** On a busy machine a tile may be let go before the page knows that it is dragged. */
  async function drag(index: string, to: string): Promise<void> {
    const isOpen = () =>
      dialog()
        .waitFor({ timeout: PATIENCE_MS })
        .then(
          () => true,
          () => false,
        );
    do await tile(index).dragTo(node(to));
    while (!(await isOpen()));
  }

  it('says why a shard may not go to a node', async () => {
    const { page } = opened;
    await opened.open('#/overview');
    await tile('tied').click();
    await dialog().getByText('index.routing.allocation.require').waitFor();
    expect(await dialog().getByRole('button', { name: 'Move to swan' }).isDisabled()).toBe(true);
    await checkLook(page, 'move');
    await page.keyboard.press('Escape');
  });

  it('moves one that is dragged to another node', async () => {
    const { page } = opened;
    await node('swan').waitFor();
    await drag('free', 'swan');
    await dialog().getByRole('button', { name: 'Move to swan' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await opened.ask('GET', '/_cluster/health?wait_for_no_relocating_shards=true&timeout=60s');
    const rows = await opened.ask('GET', '/_cat/shards/free?format=json&h=node');
    expect(rows).toEqual([{ node: 'swan' }]);
    await node('swan').getByRole('button', { name: /^free/ }).waitFor();
    await page.getByText('All 2 shards have all their copies.').waitFor();
  });

  it('stands still while a shard is dragged', async () => {
    const { page } = opened;
    await tile('tied').hover();
    await page.mouse.down();
    await node('swan').hover();
    await opened.ask('PUT', '/late', { settings: { number_of_shards: 1, number_of_replicas: 0 } });
    // The second request is sent when the page has the whole answer to the first.
    const asksForShards = () =>
      page.waitForRequest((request) => request.url().includes('/_cat/shards'));
    await asksForShards();
    await asksForShards();
    expect(await tile('late').count()).toBe(0);
    await page.mouse.up();
    await dialog().getByText('index.routing.allocation.require').waitFor();
    await page.keyboard.press('Escape');
    await tile('late').waitFor();
    await opened.ask('DELETE', '/late');
  });

  it('names the node that left, and says until when it may come back', async () => {
    const { page } = opened;
    const onTwo = { 'index.routing.allocation.include._name': 'duck,swan' };
    const later = { 'index.unassigned.node_left.delayed_timeout': '10m' };
    const settings = { number_of_shards: 1, number_of_replicas: 1, ...onTwo, ...later };
    await opened.ask('PUT', '/pair', { settings });
    await opened.ask('GET', '/_cluster/health/pair?wait_for_status=green&timeout=60s');
    third = await startNode('crow');
    await opened.ask('PUT', '/pair/_settings', { 'index.routing.allocation.include._name': null });
    await page.getByRole('row').filter({ hasText: 'crow' }).waitFor();
    await second.kill();
    await page.getByText(/1 replica is unassigned \(swan left .+ ago\)/).waitFor();
    await page.getByText(/wait for the return of their node; at \d+:\d+:\d+.* elsewhere/).waitFor();
    await checkLook(page, 'left');
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
