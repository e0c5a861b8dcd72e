/** The contract of a mesh over any network. Each network runs it from its own test. */
import type { Log, Random, Timers } from '@skein/base';
import { silentLog } from '@skein/base';
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import type { CallContext, Routes } from './calls.js';
import type { NodeIdentity } from './identity.js';
import type { Link, Network } from './link.js';
import { Mesh, type MeshEvents } from './mesh.js';
import { openProver, type Prover } from './proof.js';

/** The part of jest the contract needs, so that the sources type-check without test types. */
export interface ContractRunner {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>): void;
  afterEach(body: () => Promise<void>): void;
  expect(actual: unknown): {
    toEqual(expected: unknown): void;
    toMatchObject(expected: object): void;
    readonly rejects: { toMatchObject(expected: object): Promise<void> };
  };
}

/** A place in the network under test where a node can live. */
export interface Place {
  readonly address: string;
  readonly network: Network;
  /** Ends every link of this place and accepts no more. */
  close(): Promise<void>;
}

export interface ContractParts {
  readonly timers: Timers;
  readonly random: Random;
  readonly makePlace: (accept: (link: Link) => void) => Promise<Place>;
}

const ROUTES: Routes = {
  echo: { channel: 'reg', timeoutMs: 60_000 },
  fail: { channel: 'reg', timeoutMs: 60_000 },
  wait: { channel: 'bulk', timeoutMs: 60_000 },
  tell: { channel: 'state', timeoutMs: 60_000 },
};
const MEGABYTE = 1024 * 1024;

interface Member {
  readonly mesh: Mesh;
  readonly place: Place;
  readonly identity: NodeIdentity;
}

export function meshContract(runner: ContractRunner, name: string, parts: ContractParts): void {
  const { describe, test, afterEach, expect } = runner;
  const members: Member[] = [];

  const member = async (
    nodeId: string,
    options: {
      readonly events?: MeshEvents;
      readonly prover?: Prover;
      readonly cluster?: string;
    } = {},
  ): Promise<Member> => {
    let accept: (link: Link) => void = (link) => link.terminate();
    const place = await parts.makePlace((link) => accept(link));
    const identity = identityOf(nodeId, place.address, options.cluster ?? 'contract');
    const mesh = new Mesh({
      network: place.network,
      identity: () => identity,
      routes: ROUTES,
      prover: options.prover ?? openProver,
      timers: parts.timers,
      random: parts.random,
      log: silentLog satisfies Log,
      ...(options.events ? { events: options.events } : {}),
    });
    accept = (link) => mesh.accept(link);
    const made = { mesh, place, identity };
    members.push(made);
    return made;
  };

  describe(`mesh contract: ${name}`, () => {
    afterEach(async () => {
      for (const { mesh, place } of members.splice(0)) {
        mesh.close();
        await place.close();
      }
    });

    test('a call is answered, with who asked', async () => {
      const [one, two] = [await member('one'), await member('two')];
      two.mesh.handle('echo', (request, context) => ({ request, from: context.from.nodeId }));
      expect(await one.mesh.connect(two.place.address)).toMatchObject({ nodeId: 'two' });
      const request = { text: 'é', list: [1, 2.5, null, true], bytes: Uint8Array.of(0, 255) };
      expect(await one.mesh.call('two', 'echo', request)).toEqual({ from: 'one', request });
    });

    test('large messages arrive whole, both ways, beside small ones', async () => {
      const [one, two] = [await member('one'), await member('two')];
      two.mesh.handle('echo', (request) => request);
      await one.mesh.connect(two.place.address);
      const large = parts.random.bytes(9 * MEGABYTE + 7);
      const both = Promise.all([
        one.mesh.call('two', 'echo', large),
        one.mesh.call('two', 'echo', large.subarray(0, 3 * MEGABYTE)),
      ]);
      expect(await one.mesh.call('two', 'echo', 'small')).toEqual('small');
      const [first, second] = await both;
      expect(equal(first, large)).toEqual(true);
      expect(equal(second, large.subarray(0, 3 * MEGABYTE))).toEqual(true);
    });

    test('an error arrives as it was thrown', async () => {
      const [one, two] = [await member('one'), await member('two')];
      two.mesh.handle('fail', () => {
        throw new ApiError('index_not_found_exception', 'no such index [a]', {
          metadata: { index: 'a' },
        });
      });
      await one.mesh.connect(two.place.address);
      await expect(one.mesh.call('two', 'fail', null)).rejects.toMatchObject({
        type: 'index_not_found_exception',
        message: 'no such index [a]',
        metadata: { index: 'a' },
      });
    });

    test('what a node has no handler for may come while it starts, and never does afterwards', async () => {
      const [one, two] = [await member('one'), await member('two')];
      await one.mesh.connect(two.place.address);
      for (const mesh of [one.mesh, two.mesh]) {
        await expect(mesh.call('two', 'echo', null)).rejects.toMatchObject({
          type: 'transport_not_ready_exception',
          status: 503,
          reason: '[two] is starting: transport not ready yet to handle [echo]',
        });
      }
      two.mesh.handle('echo', (request) => request);
      two.mesh.ready();
      expect(await one.mesh.call('two', 'echo', 'é')).toEqual('é');
      await expect(one.mesh.call('two', 'fail', null)).rejects.toMatchObject({
        type: 'action_not_found_transport_exception',
        reason: 'No handler for action [fail]',
      });
    });

    test('a deadline and a cancellation end a call here and there', async () => {
      const [one, two] = [await member('one'), await member('two')];
      const [arrived, aborted]: [string[], string[]] = [[], []];
      let changed: () => void = () => {};
      const until = (holds: () => boolean) =>
        new Promise<void>((resolve) => {
          changed = () => holds() && resolve();
          changed();
        });
      two.mesh.handle('wait', (label, context) => {
        arrived.push(String(label));
        changed();
        return new Promise((resolve) => {
          context.signal.addEventListener('abort', () => {
            aborted.push(String(label));
            resolve(undefined);
            changed();
          });
        });
      });
      await one.mesh.connect(two.place.address);
      // On a crowded machine the deadline may pass before the request is sent: then it never
      // arrives.
      const timedOut = one.mesh.call('two', 'wait', 'deadline', { timeoutMs: 5 });
      await expect(timedOut).rejects.toMatchObject({ type: 'receive_timeout_transport_exception' });
      const controller = new AbortController();
      const { signal } = controller;
      const cancelled = one.mesh.call('two', 'wait', 'cancel', { signal });
      const refused = expect(cancelled).rejects.toMatchObject({ type: 'task_cancelled_exception' });
      await until(() => arrived.includes('cancel'));
      controller.abort();
      await refused;
      await until(() => aborted.length === arrived.length);
      expect(aborted.sort()).toEqual(arrived.sort());
    });

    test('open calls fail when the other end goes away, and its loss is told', async () => {
      let told: (reason: string) => void = () => {};
      const lost = new Promise<string>((resolve) => {
        told = resolve;
      });
      const one = await member('one', { events: { disconnected: (node) => told(node.nodeId) } });
      const two = await member('two');
      let running: () => void = () => {};
      const arrived = new Promise<void>((resolve) => {
        running = resolve;
      });
      two.mesh.handle('wait', (_request, context: CallContext) => {
        running();
        return new Promise((resolve) =>
          context.signal.addEventListener('abort', () => resolve(null)),
        );
      });
      await one.mesh.connect(two.place.address);
      const call = one.mesh.call('two', 'wait', null);
      const outcome = expect(call).rejects.toMatchObject({ type: 'node_disconnected_exception' });
      await arrived;
      await two.place.close();
      await outcome;
      expect(await lost).toEqual('two');
      expect(one.mesh.peers()).toEqual([]);
      await expect(one.mesh.call('two', 'echo', 1)).rejects.toMatchObject({
        type: 'node_not_connected_exception',
      });
    });

    test('a link whose handshake is not finished ends when the node closes', async () => {
      const [one, two] = [await member('one'), await member('two')];
      const accept = two.mesh.accept.bind(two.mesh);
      two.mesh.accept = (link) => {
        accept(link);
        two.mesh.close();
      };
      await expect(one.mesh.connect(two.place.address)).rejects.toMatchObject({
        type: 'connect_transport_exception',
      });
    });

    test('notices arrive in order', async () => {
      const [one, two] = [await member('one'), await member('two')];
      const heard: unknown[] = [];
      const all = new Promise<void>((resolve) => {
        two.mesh.handle('tell', (message) => {
          heard.push(message);
          if (heard.length === 50) resolve();
        });
      });
      await one.mesh.connect(two.place.address);
      for (let i = 0; i < 50; i++) one.mesh.notify('two', 'tell', i);
      await all;
      expect(heard).toEqual(Array.from({ length: 50 }, (_, i) => i));
    });

    test('a call to itself needs no link', async () => {
      const one = await member('one');
      one.mesh.handle('echo', (request) => request);
      expect(await one.mesh.call('one', 'echo', 'me')).toEqual('me');
    });

    test('another cluster, itself and a wrong secret are refused', async () => {
      const [one, other] = [await member('one'), await member('two', { cluster: 'elsewhere' })];
      const refused = { type: 'connect_transport_exception' };
      await expect(one.mesh.connect(other.place.address)).rejects.toMatchObject(refused);
      await expect(one.mesh.connect(one.place.address)).rejects.toMatchObject(refused);
      const guarded = await member('three', { prover: fixedProver(7) });
      await expect(one.mesh.connect(guarded.place.address)).rejects.toMatchObject(refused);
      const wrong = await member('four', { prover: fixedProver(8) });
      await expect(wrong.mesh.connect(guarded.place.address)).rejects.toMatchObject(refused);
      const right = await member('five', { prover: fixedProver(7) });
      expect(await right.mesh.connect(guarded.place.address)).toMatchObject({ nodeId: 'three' });
    });
  });
}

/** A prover with one byte, enough to distinguish two secrets. */
function fixedProver(secret: number): Prover {
  return {
    prove: () => Uint8Array.of(secret),
    verify: (_side, _transcript, given) => given.length === 1 && given[0] === secret,
  };
}

function identityOf(nodeId: string, address: string, clusterName: string): NodeIdentity {
  return {
    clusterName,
    clusterUuid: null,
    nodeId,
    ephemeralId: `${nodeId}-${address}`,
    name: nodeId,
    roles: ['master', 'data'],
    attributes: {},
    address,
    httpAddress: '',
    wire: { min: 1, max: 1 },
    index: { min: 1, max: 1 },
    version: '0',
  };
}

function equal(one: unknown, other: Uint8Array): boolean {
  if (!(one instanceof Uint8Array)) return false;
  return one.length === other.length && crc32(one) === crc32(other);
}
