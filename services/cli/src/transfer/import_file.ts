/**
 * Writes the documents of a file to a cluster: those of an export with settings, mappings and
 * aliases of their indices, or any lines of JSON. Until the import is complete, `FILE.import`
 * beside the file records how many lines are written: an interrupted import resumes from there. A
 * document without an id gets one from its line number and text, so that a file that is imported
 * twice makes no duplicates.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, stat, truncate } from 'node:fs/promises';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import { asApiError } from '@skein/errors';
import { writeDurably } from '@skein/platform';
import { type Cluster, illegal, pause } from './cluster.js';
import {
  type ExportedDocument,
  type ExportHeader,
  headerOf,
  readDocumentLine,
} from './export_format.js';
import type { Watched } from './export_indices.js';
import { linesOf } from './import_lines.js';

interface ImportOrder {
  readonly path: string;
  /** The cluster's address. */
  readonly url: string;
  /** The index for all documents; undefined for the indices that they came from. */
  readonly index: string | undefined;
  readonly pipeline: string | undefined;
  /** True when existing documents are left alone; data streams accept no other writes. */
  readonly onlyNew: boolean;
  /** The size of a bulk request in bytes. */
  readonly batchBytes: number;
  /** The number of bulk requests at a time. */
  readonly parallel: number;
}

interface Imported {
  readonly written: number;
  /** The number of lines in `FILE.refused`. */
  readonly refused: number;
}

interface Batch {
  readonly parts: Uint8Array[];
  readonly lines: Uint8Array[];
  bytes: number;
}

interface Progress {
  /** Identifies the import, so that the state of another one is not resumed. */
  readonly of: string;
  /** The lines of the file that are written or refused. */
  lines: number;
  written: number;
  refused: number;
  /** The length of `FILE.refused`. Later bytes belong to lines that are sent again. */
  refusedBytes: number;
}

const CONFLICT = 409;
/** The limits of retries for documents that the cluster rejects because it is overloaded. */
const MOST_TRIES = 12;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Settings that a cluster sets when it makes an index; they are not imported. */
const OWN_SETTINGS = [
  ...['blocks', 'creation_date', 'history', 'provided_name', 'resize', 'uuid', 'version'],
];

export async function importFile(
  cluster: Cluster,
  order: ImportOrder,
  watched: Watched,
): Promise<Imported> {
  const { size } = await stat(order.path);
  const { url, index, pipeline, onlyNew } = order;
  const of = JSON.stringify({ url, index, pipeline, onlyNew, size });
  const progress = await savedProgress(order.path, of);
  watched.begin(size, 0);
  const { lines, bytesRead } = await linesOf(order.path);
  let number = 0;
  let batches: Batch[] = [newBatch()];
  await cutRefused(order.path, progress.refusedBytes);
  const send = async () => {
    const sent = await Promise.all(batches.map((batch) => sendBatch(cluster, order, batch)));
    for (const { written } of sent) progress.written += written;
    await keepRefused(
      order.path,
      progress,
      sent.flatMap(({ refused }) => refused),
    );
    progress.lines = number;
    await saveProgress(order.path, progress);
    batches = [newBatch()];
    watched.reach(bytesRead());
  };
  for await (const line of lines) {
    const header = headerIn(line);
    if (header !== undefined && number >= progress.lines) await makeIndices(cluster, order, header);
    number++;
    if (header !== undefined || number <= progress.lines) continue;
    const batch = batches.at(-1) ?? newBatch();
    addLine(batch, order, { line, number });
    if (batch.bytes < order.batchBytes) continue;
    if (batches.length >= order.parallel) await send();
    else batches.push(newBatch());
  }
  await send();
  await rm(`${order.path}.import`, { force: true });
  return { written: progress.written, refused: progress.refused };
}

function newBatch(): Batch {
  return { parts: [], lines: [], bytes: 0 };
}

const HEADER = new TextEncoder().encode('{"skein_export":');

function headerIn(line: Uint8Array): ExportHeader | undefined {
  return HEADER.every((byte, i) => line[i] === byte) ? headerOf(jsonOf(line)) : undefined;
}

function jsonOf(line: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

async function makeIndices(
  cluster: Cluster,
  { index: target, onlyNew }: ImportOrder,
  { indices }: ExportHeader,
): Promise<void> {
  // A data stream is made from its template by its first document.
  if (target !== undefined && onlyNew) return;
  const entries = Object.entries(indices);
  for (const [name, { settings, mappings, aliases }] of entries) {
    const body = {
      settings: { index: portable(settings) },
      ...(mappings === undefined ? {} : { mappings }),
      ...(target === undefined && aliases !== undefined ? { aliases } : {}),
    };
    // If several indices are merged into one, it gets the settings of the first.
    await cluster.make(target ?? name, body);
    if (target !== undefined) return;
  }
}

function portable(settings: JsonValue | undefined): JsonObject {
  const own = isJsonObject(settings) && isJsonObject(settings.index) ? settings.index : {};
  return Object.fromEntries(Object.entries(own).filter(([key]) => !OWN_SETTINGS.includes(key)));
}

function addLine(
  batch: Batch,
  { index: target, onlyNew }: ImportOrder,
  { line, number }: { readonly line: Uint8Array; readonly number: number },
): void {
  const { index, id, routing, source } = readNumbered(line, number);
  const to = target ?? index;
  if (to === undefined) throw illegal(`line ${number} names no index: choose one with --index`);
  const action = { _index: to, _id: id ?? idOf(line, number), ...(routing && { routing }) };
  const head = Buffer.from(`${JSON.stringify({ [onlyNew ? 'create' : 'index']: action })}\n`);
  batch.parts.push(head, source, Buffer.from('\n'));
  batch.lines.push(line);
  batch.bytes += head.length + source.length + 1;
}

/** An error names the line of the file. */
function readNumbered(line: Uint8Array, number: number): ExportedDocument {
  try {
    return readDocumentLine(line);
  } catch (thrown) {
    const [reason] = asApiError(thrown).reason.split('\n');
    throw illegal(`line ${number}: ${reason}`);
  }
}

function idOf(line: Uint8Array, number: number): string {
  const hash = createHash('sha256').update(`${number}:`).update(line);
  return hash.digest('base64url').slice(0, 22);
}

interface Sent {
  readonly written: number;
  /** Lines for `FILE.refused`. */
  readonly refused: readonly string[];
}

async function sendBatch(
  cluster: Cluster,
  { pipeline, onlyNew }: ImportOrder,
  batch: Batch,
): Promise<Sent> {
  let written = 0;
  const through = pipeline === undefined ? '' : `?pipeline=${encodeURIComponent(pipeline)}`;
  let left = batch.lines.map((_, place) => place);
  const refused: string[] = [];
  for (let tries = 0; left.length > 0; tries++) {
    if (tries > 0) await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
    const isLast = tries === MOST_TRIES;
    const parts = left.flatMap((place) => batch.parts.slice(3 * place, 3 * place + 3));
    const answer = await cluster.ask('POST', `/_bulk${through}`, Buffer.concat(parts));
    // The answer of the bulk API to a request that it did not refuse.
    const { errors, items } = JSON.parse(new TextDecoder().decode(answer)) as BulkAnswer;
    if (!errors) {
      written += left.length;
      break;
    }
    const again: number[] = [];
    left.forEach((place, i) => {
      const [item] = Object.values(items[i] ?? {});
      const status = item?.status ?? 500;
      if (status < 300 || (onlyNew && status === CONFLICT)) written++;
      else if (!isLast && (status === 429 || status === 503)) again.push(place);
      else refused.push(refusedLine(batch.lines[place], item?.error));
    });
    left = again;
  }
  return { written, refused };
}

/** Appends to the refused lines of earlier imports. */
async function keepRefused(
  path: string,
  progress: Progress,
  refused: readonly string[],
): Promise<void> {
  if (refused.length === 0) return;
  await appendFile(`${path}.refused`, refused.join(''), { mode: 0o600 });
  progress.refused += refused.length;
  progress.refusedBytes = await refusedBytes(path);
}

async function refusedBytes(path: string): Promise<number> {
  return existsSync(`${path}.refused`) ? (await stat(`${path}.refused`)).size : 0;
}

/** Cuts lines off that an interrupted import wrote before it counted them. */
async function cutRefused(path: string, bytes: number): Promise<void> {
  if ((await refusedBytes(path)) > bytes) await truncate(`${path}.refused`, bytes);
}

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, { status: number; error?: JsonValue }>>[];
}

function refusedLine(line: Uint8Array | undefined, error: JsonValue | undefined): string {
  const text = new TextDecoder().decode(line);
  return `{"error":${JSON.stringify(error ?? null)},"line":${text.trim()}}\n`;
}

async function savedProgress(path: string, of: string): Promise<Progress> {
  const file = `${path}.import`;
  if (!existsSync(file)) {
    return { of, lines: 0, written: 0, refused: 0, refusedBytes: await refusedBytes(path) };
  }
  // `saveProgress` wrote the file.
  const saved = JSON.parse(await readFile(file, 'utf8')) as Progress;
  if (saved.of === of) return saved;
  throw illegal(
    `[${file}] belongs to another import: [${saved.of}], not [${of}]; remove the file to start over`,
  );
}

function saveProgress(path: string, progress: Progress): Promise<boolean> {
  return writeDurably(`${path}.import`, Buffer.from(JSON.stringify(progress)));
}
