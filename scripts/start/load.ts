/** Loads a dataset into its index over `_bulk`, with a progress bar. */
import { Presets, SingleBar } from 'cli-progress';
import type { SearchClient } from './client.ts';
import type { Dataset } from './datasets.ts';

/** UTF-16 code units of a bulk request: enough to be efficient, few enough to keep memory low. */
const BULK_UNITS = 1024 * 1024;
/** Requests under way at once. */
const PARALLEL = 3;

interface LoadFigures {
  readonly documents: number;
  readonly seconds: number;
}

/** The number of documents in the index; 0 when there is no index. */
export async function loadedCount(client: SearchClient, index: string): Promise<number> {
  const reply = await client.call<{ count?: number }>(
    'GET',
    `/${index}/_count`,
    undefined,
    [200, 404],
  );
  return reply.count ?? 0;
}

/**
 * Loads the dataset into a new index: an index that an interrupted load left incomplete is removed.
 */
export async function load(client: SearchClient, dataset: Dataset): Promise<LoadFigures> {
  await client.call('DELETE', `/${dataset.index}`, undefined, [200, 404]);
  await client.call('PUT', `/${dataset.index}`, {
    settings: { number_of_shards: 1, number_of_replicas: 1, refresh_interval: '-1' },
    mappings: dataset.mappings,
  });
  const startedMs = performance.now();
  await sendAll(client, dataset);
  await client.call('PUT', `/${dataset.index}/_settings`, { 'index.refresh_interval': null });
  await client.call('POST', `/${dataset.index}/_refresh`);
  return { documents: dataset.count, seconds: (performance.now() - startedMs) / 1000 };
}

async function sendAll(client: SearchClient, dataset: Dataset): Promise<void> {
  const bar = new SingleBar(
    {
      format: `  ${dataset.title.padEnd(20)} {bar} {value}/{total} documents, {duration_formatted}`,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(dataset.count, 0);
  const underWay = new Set<Promise<void>>();
  try {
    for await (const batch of batches(dataset)) {
      const sent = send(client, dataset.index, batch).then(() => {
        bar.increment(batch.count);
        underWay.delete(sent);
      });
      underWay.add(sent);
      // A failure is thrown by the wait below; the documents may take longer than the request.
      sent.catch(() => undefined);
      if (underWay.size >= PARALLEL) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } finally {
    bar.stop();
  }
}

interface Batch {
  readonly lines: string;
  readonly count: number;
}

async function* batches(dataset: Dataset): AsyncGenerator<Batch> {
  let lines: string[] = [];
  let size = 0;
  for await (const { id, source } of dataset.documents()) {
    const text = `{"index":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(source)}\n`;
    lines.push(text);
    size += text.length;
    if (size < BULK_UNITS) continue;
    yield { lines: lines.join(''), count: lines.length };
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield { lines: lines.join(''), count: lines.length };
}

interface BulkReply {
  readonly errors: boolean;
  readonly items: readonly { readonly index: { readonly error?: unknown } }[];
}

async function send(client: SearchClient, index: string, { lines }: Batch): Promise<void> {
  const reply = await client.call<BulkReply>(
    'POST',
    `/${index}/_bulk?filter_path=errors,items.*.error`,
    lines,
  );
  if (!reply.errors) return;
  const failed = reply.items.find((item) => item.index?.error);
  throw new Error(`loading [${index}] failed: ${JSON.stringify(failed)}`);
}
