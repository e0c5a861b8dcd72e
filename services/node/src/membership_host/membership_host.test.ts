/**
 * Three hosts over in-memory links, in real time: tests check only that messages and silence
 * arrive, not when.
 */
import { silentLog } from '@skein/base';
import { systemClock, systemRandom, systemTimers } from '@skein/platform';
import { TestNetwork } from '../testing/test_links.js';
import { MEMBERSHIP_ROUTES, type MembershipCalls } from './membership_calls.js';
import { MembershipHost } from './membership_host.js';

const NAMES = ['a', 'b', 'c'] as const;
const hosts = new Map<string, MembershipHost>();
const found = new Set<string>();
let links: TestNetwork<MembershipCalls>;

beforeAll(async () => {
  links = new TestNetwork<MembershipCalls>({
    routes: MEMBERSHIP_ROUTES,
    timers: systemTimers,
    random: systemRandom,
  });
  for (const nodeId of NAMES) {
    const host = new MembershipHost({
      identity: {
        nodeId,
        ephemeralId: `e-${nodeId}`,
        address: `${nodeId}:9300`,
        roles: ['data'],
        version: '1',
      },
      links: await links.join(nodeId),
      found: (address) => found.add(address),
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom,
      log: silentLog,
    });
    hosts.set(nodeId, host);
  }
});

afterAll(() => {
  for (const host of hosts.values()) host.stop();
  links.stop();
});

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((next) => setTimeout(next, 20));
};

it('what a node says of itself reaches the others, and where it is', async () => {
  hosts.get('a')?.say('cs', 'news');
  await until(() => ['b', 'c'].every((name) => hosts.get(name)?.heard('a', 'cs') === 'news'));
  await until(() => NAMES.every((name) => found.has(`${name}:9300`)));
  // A host that a busy machine has delayed is suspect until it is heard again.
  await until(() => hosts.get('b')?.statusOf('a') === 'alive');
});

it('a node that falls silent is suspect, one that nobody knows is not', async () => {
  hosts.get('c')?.stop();
  links.kill('c');
  await until(() => hosts.get('a')?.statusOf('c') !== 'alive');
  await until(() => hosts.get('a')?.statusOf('b') === 'alive');
  expect(hosts.get('a')?.statusOf('unknown')).toBe('alive');
});
