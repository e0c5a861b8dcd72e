/** Writers that send bulks without pause until their node is killed, for tests of what is left. */
import type { Daemon } from './daemon.js';

export interface BulkAnswer {
  readonly items: readonly {
    readonly index: { readonly status: number; readonly _id: string; readonly _version: number };
  }[];
}

/** The highest acknowledged version of each document, by id. */
export type Acknowledged = Map<string, number>;

/** Throws unless the status is one of success. */
export async function request<T>(url: string, method: string, body?: string): Promise<T> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const json = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

export function record(acknowledged: Acknowledged, { items }: BulkAnswer): void {
  for (const { index } of items) {
    expect([200, 201]).toContain(index.status);
    const before = acknowledged.get(index._id) ?? 0;
    acknowledged.set(index._id, Math.max(before, index._version));
  }
}

interface Load {
  readonly writers: number;
  /** The number of acknowledged bulks, of all writers together, after which the node is killed. */
  readonly bulks: number;
}

/** `write` sends one bulk and records its answer; `turn` counts the bulks of its writer. */
export async function writeUntilKilled(
  node: Daemon,
  { writers, bulks }: Load,
  write: (writer: number, turn: number) => Promise<void>,
): Promise<void> {
  let left = bulks;
  let killed: Promise<void> | undefined;
  const run = async (writer: number) => {
    for (let turn = 0; killed === undefined; turn++) {
      try {
        await write(writer, turn);
      } catch (error) {
        if (killed === undefined) throw error;
        return;
      }
      left--;
      if (left <= 0) killed ??= node.kill();
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => run(writer)));
  await killed;
}
