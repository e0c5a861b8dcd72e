/**
 * Nodes on one machine authenticate each other by a shared secret, even if requests need no token.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@skein/testkit';
import { type Daemon, startDaemon } from './daemon.js';
import { eventually } from './test_cluster.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-proof-'));
const running: Daemon[] = [];

afterEach(async () => {
  for (const node of running.splice(0)) await node.kill();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(name: string, settings: readonly string[]): Promise<Daemon> {
  const node = await startDaemon(join(folder, name), [`node.name=${name}`, ...settings]);
  running.push(node);
  return node;
}

test('an open node makes itself a secret that only its owner can read, and keeps it', async () => {
  await (await start('alone', [])).stop();
  const file = join(folder, 'alone', 'transport_secret');
  const secret = readFileSync(file, 'utf8');
  expect(secret.trim()).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await (await start('alone', [])).stop();
  expect(readFileSync(file, 'utf8')).toBe(secret);
});

test('a node that looks for others and was given no secret does not start, and says what is missing', async () => {
  const settings = ['discovery.seed_hosts=127.0.0.1:1', 'cluster.initial_master_nodes=seeker'];
  await expect(start('seeker', settings)).rejects.toThrow('[transport.secret_file]');
});

test('a second node joins with the secret that the first has made, and not with another', async () => {
  const [first, second, third] = await freePorts(3);
  const seeds = `discovery.seed_hosts=127.0.0.1:${first}`;
  const one = await start('one', [`transport.port=${first}`, 'cluster.initial_master_nodes=one']);
  const shared = `transport.secret_file=${join(folder, 'one', 'transport_secret')}`;
  await start('two', [`transport.port=${second}`, seeds, shared]);
  const nodes = async () => {
    const answer = await fetch(`${one.url}/_cat/nodes?h=name&s=name`);
    return (await answer.text()).trim().split('\n');
  };
  await eventually('both are together', async () =>
    (await nodes()).length === 2 ? true : undefined,
  );
  const stranger = await start('three', [
    `transport.port=${third}`,
    'transport.secret=a guess',
    'discovery.initial_state_timeout=1s',
    'logger.level=debug',
    seeds,
  ]);
  await eventually('the stranger is refused', async () =>
    stranger.log.some((line) => line.includes('wrong cluster secret')) ? true : undefined,
  );
  expect(await nodes()).toEqual(['one', 'two']);
});
