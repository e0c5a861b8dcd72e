/**
 * Conditional writes of one document, sent to any of three nodes by independent clients, happen one
 * after another: one order explains the answers, whatever order they came in. The primary is killed
 * repeatedly meanwhile. Reads only provide the next condition: a read may see a write that is lost
 * with its primary before any client got its acknowledgement.
 */
import {
  checkLinearizable,
  DOCUMENT_REGISTER,
  type Operation,
  type RegisterInput,
  type RegisterOutput,
  type RegisterValue,
} from '@skein/testkit';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const CLIENTS = 4;
const DOCUMENTS = 3;
const KILLS = 4;
/** Acknowledged writes before the next kill. */
const WRITES_BETWEEN = 40;
const INDEX = 'registers';
const WRITTEN: RegisterOutput = { op: 'written' };

type RegisterOperation = Operation<RegisterInput, RegisterOutput>;

interface Seen {
  readonly value: RegisterValue;
  /** The condition that nothing has been written since the read. */
  readonly condition: string;
}

/** The operations of all clients, by document. */
class History {
  readonly #operations = new Map<string, RegisterOperation[]>();
  #values = 0;
  acknowledged = 0;

  /** Returns a value that no other write has. */
  nextValue(): number {
    return this.#values++;
  }

  add(id: string, operation: RegisterOperation): void {
    const known = this.#operations.get(id) ?? [];
    this.#operations.set(id, known);
    known.push(operation);
    if (operation.output?.op === 'written') this.acknowledged++;
  }

  /** The operations of documents that no order explains. */
  unexplained(): readonly unknown[] {
    return [...this.#operations].flatMap(([id, operations]) => {
      const verdict = checkLinearizable(operations, DOCUMENT_REGISTER);
      return verdict.linearizable ? [] : [{ id, stuck: verdict.stuck }];
    });
  }
}

interface GetAnswer {
  readonly found?: boolean;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: { readonly value: number };
}

/** Reads a document; resolves with `undefined` when no answer came. */
async function read(node: TestNode, id: string): Promise<Seen | undefined> {
  const path = `/${INDEX}/_doc/${id}`;
  const { status, json } = await node.request<GetAnswer>('GET', path, undefined, 10_000);
  if (status === 404 && json.found === false)
    return { value: undefined, condition: 'op_type=create' };
  if (status !== 200) return undefined;
  const { _seq_no, _primary_term, _source } = json;
  return {
    value: _source.value,
    condition: `if_seq_no=${_seq_no}&if_primary_term=${_primary_term}`,
  };
}

/**
 * Sends one conditional write after another. The outcome of a refused write is unknown: a write
 * that was sent twice is refused because its first attempt was executed.
 */
async function writeUntil(isOver: () => boolean, number: number, run: Run): Promise<void> {
  const { cluster, history } = run;
  for (let turn = number; !isOver(); turn++) {
    const node = cluster.up[turn % cluster.up.length];
    const id = String((turn * 7) % DOCUMENTS);
    const seen = node && (await read(node, id).catch(() => undefined));
    if (node === undefined || seen === undefined) continue;
    const value = history.nextValue();
    const input = { op: 'write_if' as const, expected: seen.value, value };
    const calledAt = performance.now();
    const path = `/${INDEX}/_doc/${id}?timeout=5s&${seen.condition}`;
    const status = await node.request('PUT', path, { value }, 15_000).then(
      (answer) => answer.status,
      () => 0,
    );
    const isWritten = status === 200 || status === 201;
    const output = isWritten ? WRITTEN : undefined;
    history.add(id, { input, output, calledAt, answeredAt: performance.now() });
  }
}

interface Run {
  readonly cluster: TestCluster;
  readonly history: History;
}

async function primaryOf(cluster: TestCluster): Promise<TestNode> {
  return eventually('an active primary', async () => {
    for (const node of cluster.up) {
      const path = `/_cat/shards/${INDEX}?format=json&h=prirep,state,node`;
      const { json } = await node.request<readonly Record<string, string>[]>('GET', path);
      const primary = json.find(({ prirep, state }) => prirep === 'p' && state === 'STARTED');
      if (primary?.node !== undefined) return cluster.node(primary.node);
    }
    return undefined;
  });
}

async function killPrimaries({ cluster, history }: Run): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const wanted = history.acknowledged + WRITES_BETWEEN;
    const enough = () => (history.acknowledged >= wanted ? true : undefined);
    await eventually(`${WRITES_BETWEEN} more writes`, async () => enough());
    const primary = await primaryOf(cluster);
    await primary.kill();
    await eventually('writes go on without it', async () =>
      history.acknowledged > wanted + WRITES_BETWEEN ? true : undefined,
    );
    await primary.start();
    await cluster.formed(3);
    await cluster.green();
  }
}

it('explains every acknowledged conditional write, over kills of the primary', async () => {
  const cluster = await TestCluster.start({ nodes: 3 });
  try {
    await cluster.formed(3);
    const [first] = cluster.nodes as [TestNode];
    const settings = { number_of_shards: 1, number_of_replicas: 2 };
    await first.request('PUT', `/${INDEX}`, { settings });
    await cluster.green();
    const history = new History();
    const run = { cluster, history };
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, (_, i) => writeUntil(() => isOver, i, run));
    await killPrimaries(run).finally(() => {
      isOver = true;
    });
    await Promise.all(clients);
    for (const node of cluster.nodes) {
      for (let id = 0; id < DOCUMENTS; id++) {
        const { calledAt, seen } = await eventually(`${node.name} reads ${id}`, async () => {
          const calledAt = performance.now();
          const seen = await read(node, String(id));
          return seen && { calledAt, seen };
        });
        const output = { op: 'read' as const, value: seen.value };
        const answeredAt = performance.now();
        history.add(String(id), { input: { op: 'read' }, output, calledAt, answeredAt });
      }
    }
    expect(history.unexplained()).toEqual([]);
    expect(history.acknowledged).toBeGreaterThan(KILLS * WRITES_BETWEEN);
  } finally {
    await cluster.stop();
  }
});
