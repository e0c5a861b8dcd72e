/** A bulk of nothing but plain items, from its bytes to its answer; in slices, between which other requests get their turn. */
import { setImmediate as turn } from 'node:timers/promises';
import { expectDefined } from '@skein/base';
import { utf8 } from '@skein/bytes';
import {
  type DocumentRouter,
  plainWrite,
  type RoutedWrite,
  type RoutedWriteResult,
  type ShardPart,
  type WriteOptions,
} from '../../document_router/mod.js';
import { type PlainWrites, plainOpOf, resultAt, unpackResult } from '../../shard_host/mod.js';
import type { ItemFailed } from '../endpoint.js';
import { bulkAnswer } from './bulk_answer.js';
import type { BulkDefaults } from './bulk_body.js';
import { PlainAnswers } from './plain_answers.js';
import { PlainBulkReader } from './plain_bulk.js';
import { STATUS_OF_RESULT } from './write_params.js';

/** Items between two turns of the event loop: a few milliseconds of work. */
export const SLICE = 2_000;

interface PlainRequest {
  readonly bytes: Uint8Array;
  readonly defaults: BulkDefaults;
  readonly options: WriteOptions;
  readonly itemFailed: ItemFailed;
}

/** `undefined`: it is no plain bulk, and nothing was written. */
export async function answerPlain(
  { bytes, defaults, options, itemFailed }: PlainRequest,
  router: DocumentRouter,
): Promise<readonly Uint8Array[] | undefined> {
  const reader = PlainBulkReader.of(bytes, defaults);
  // A refresh at the end of each slice would be one too many: such a request goes as one.
  const inSlices = options.refresh === 'false';
  const first = reader && (inSlices ? reader.read(SLICE) : await readAll(reader));
  if (reader === undefined || first === undefined) return undefined;
  const second = reader.mark;
  if (!(await isPlainToTheEnd(reader))) return undefined;
  reader.returnTo(second);
  const answers = new PlainAnswers();
  let took = 0;
  let errors = false;
  let answered = 0;
  for (let writes = first; ; writes = expectDefined(reader.read(SLICE), 'it was passed over')) {
    const outcome = await router.writePlain(writes, options);
    if (outcome === undefined) {
      const { tookMs, results } = await router.bulk(itemsOf(writes), options);
      took += tookMs;
      tellFailed(results, answered, itemFailed);
      errors = addResults(results, writes, answers) || errors;
    } else {
      took += outcome.tookMs;
      errors = addParts(outcome.parts, writes, answers) || errors;
    }
    answered += writes.ids.length;
    if (reader.done) break;
  }
  const head = utf8(`{"took":${took},"errors":${errors},"items":[`);
  return [head, ...answers.finish(), utf8(']}')];
}

async function readAll(reader: PlainBulkReader): Promise<PlainWrites | undefined> {
  let writes = reader.read(SLICE);
  while (writes !== undefined && !reader.done) {
    await turn();
    writes = reader.readOn(SLICE);
  }
  return writes;
}

/** Passes over what is left: a fault anywhere is to be known before the first item is written. */
async function isPlainToTheEnd(reader: PlainBulkReader): Promise<boolean> {
  while (!reader.done) {
    if (!reader.pass(SLICE)) return false;
    await turn();
  }
  return true;
}

/** The same items one by one. */
function itemsOf({ body, ids, names, nameOf, ops, ranges }: PlainWrites): RoutedWrite[] {
  return ids.map((id, i) => {
    const op = plainOpOf(ops[i] ?? 0);
    const start = ranges[2 * i] ?? 0;
    const end = start + (ranges[2 * i + 1] ?? 0);
    return plainWrite({
      op,
      index: names[nameOf[i] ?? 0] ?? '',
      id,
      autoId: id === '',
      body: op === 'delete' ? undefined : body.subarray(start, end),
    });
  });
}

/** `answered`: items before these. */
function tellFailed(
  results: readonly RoutedWriteResult[],
  answered: number,
  itemFailed: ItemFailed,
): void {
  results.forEach(({ result }, i) => {
    if (!result.ok) itemFailed(answered + i, result.error);
  });
}

/** Says whether there is an error among them. */
function addResults(
  results: readonly RoutedWriteResult[],
  { ops }: PlainWrites,
  answers: PlainAnswers,
): boolean {
  results.forEach((outcome, i) => {
    answers.addJson(bulkAnswer(plainOpOf(ops[i] ?? 0), outcome));
  });
  return results.some(({ result }) => !result.ok);
}

/** The parts' answers in the order of the request; says whether there is an error among them. */
function addParts(
  parts: readonly ShardPart[],
  writes: PlainWrites,
  answers: PlainAnswers,
): boolean {
  const partOf = new Uint32Array(writes.ids.length);
  parts.forEach(({ positions }, part) => {
    for (const position of positions) partOf[position] = part;
  });
  const next = new Uint32Array(parts.length);
  const writers = parts.map((part) => new PartAnswers(part, writes, answers));
  let errors = false;
  for (let i = 0; i < partOf.length; i++) {
    const part = partOf[i] ?? 0;
    const at = next[part] ?? 0;
    next[part] = at + 1;
    const writer = expectDefined(writers[part], 'every item belongs to a part');
    errors = !writer.add(at, i) || errors;
  }
  return errors;
}

/** The answers of one shard's items. */
class PartAnswers {
  readonly #part: ShardPart;
  readonly #writes: PlainWrites;
  readonly #answers: PlainAnswers;
  readonly #hasPlainName: boolean;

  constructor(part: ShardPart, writes: PlainWrites, answers: PlainAnswers) {
    this.#part = part;
    this.#writes = writes;
    this.#answers = answers;
    this.#hasPlainName = /^[\x20-\x7e]*$/.test(part.index);
  }

  /** The part's i-th item; says whether it was accepted. */
  add(i: number, position: number): boolean {
    const { reply, index, shards } = this.#part;
    const { ids, ops } = this.#writes;
    const op = plainOpOf(ops[position] ?? 0);
    const id = ids[position] ?? '';
    const result = 'codes' in reply ? resultAt(reply, i) : undefined;
    if (result === undefined || !('codes' in reply) || reply.forcedRefresh || !this.#hasPlainName) {
      const outcome = this.#outcome(i, id);
      this.#answers.addJson(bulkAnswer(op, outcome));
      return outcome.result.ok;
    }
    this.#answers.add({
      action: op,
      index,
      id,
      version: reply.versions[i] ?? 0,
      result,
      seqNo: reply.seqNos[i] ?? 0,
      primaryTerm: reply.primaryTerm,
      status: STATUS_OF_RESULT[result],
      shards,
    });
    return true;
  }

  #outcome(i: number, id: string): RoutedWriteResult {
    const { reply, index, shards } = this.#part;
    if (!('codes' in reply)) {
      const none = { total: 0, successful: 0, failed: 0 };
      const failed = { ok: false, id, error: reply } as const;
      return { index, result: failed, forcedRefresh: false, shards: none };
    }
    const { forcedRefresh } = reply;
    return { index, result: unpackResult(reply, i, id), forcedRefresh, shards };
  }
}
