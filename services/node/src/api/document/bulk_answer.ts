/**
 * The items of a bulk response, in the order of the request. Nearly all have the same form and are
 * written as bytes; the others go through JSON text.
 */
import { expectDefined } from '@skein/base';
import { type JsonObject, stringifyJson } from '@skein/content';
import type { WriteItem } from '@skein/shard';
import {
  type BatchOutcome,
  droppedResult,
  partResult,
  type RoutedWriteResult,
  refusedResult,
  type ShardPart,
} from '../../document_router/mod.js';
import { AUTO_ID, resultAt, type WriteBatch, writeOpOf } from '../../shard_host/mod.js';
import type { ItemFailed } from '../endpoint.js';
import { withType } from '../mapping_types/typed_request.js';
import { AnswerBytes, isPlainText } from './answer_bytes.js';
import { itemError, STATUS_OF_RESULT, statusOf, writeAnswer } from './write_params.js';

export class BulkAnswer {
  readonly #bytes = new AnswerBytes();
  readonly #itemFailed: ItemFailed;
  readonly #type: string | undefined;
  #count = 0;
  #errors = false;
  #ingestMs: number | undefined;

  /** `type`: shown in each item; absent if none is. */
  constructor(itemFailed: ItemFailed, type?: string) {
    this.#itemFailed = itemFailed;
    this.#type = type;
  }

  /** True if an item failed. */
  get errors(): boolean {
    return this.#errors;
  }

  /** Time spent in pipelines in milliseconds; undefined if there were none. */
  get ingestMs(): number | undefined {
    return this.#ingestMs;
  }

  /** Appends the results of the next batch. */
  add(outcome: BatchOutcome): void {
    const { batch, parts, refused, dropped, ingestMs } = outcome;
    if (ingestMs !== undefined) this.#ingestMs = (this.#ingestMs ?? 0) + ingestMs;
    const partOf = new Uint32Array(batch.ids.length);
    parts.forEach(({ positions }, part) => {
      for (const position of positions) partOf[position] = part;
    });
    const next = new Uint32Array(parts.length);
    const plainNames = parts.map(({ index }) => isPlainText(index));
    for (let i = 0; i < partOf.length; i++) {
      const refusal = refused.size === 0 ? undefined : refused.get(i);
      if (refusal !== undefined) {
        this.#addResult(batch, i, refusedResult(batch, i, refusal));
        continue;
      }
      if (dropped.size > 0 && dropped.has(i)) {
        this.#addResult(batch, i, droppedResult(batch, i));
        continue;
      }
      const number = partOf[i] ?? 0;
      const at = next[number] ?? 0;
      next[number] = at + 1;
      const part = expectDefined(parts[number], 'every item belongs to a part');
      const isPlain = plainNames[number] === true && this.#addPlain(batch, i, part, at);
      if (!isPlain) this.#addResult(batch, i, inBulk(part, at, batch.ids[i] ?? ''));
    }
    this.#count += partOf.length;
  }

  /** All items separated by commas, in pieces. */
  finish(): readonly Uint8Array[] {
    return this.#bytes.finish();
  }

  /** Returns false if the item needs more than the common form. */
  #addPlain(
    { ids, ops }: WriteBatch,
    position: number,
    { reply, index, shards }: ShardPart,
    at: number,
  ): boolean {
    if (!('codes' in reply)) return false;
    const result = resultAt(reply, at);
    const id = ids[position] ?? '';
    const seqNo = reply.seqNos[at] ?? 0;
    if (result === undefined || result === 'noop' || seqNo < 0 || !isPlainText(id)) return false;
    if (this.#type !== undefined) return false;
    this.#bytes.add({
      action: writeOpOf(ops[position] ?? 0),
      index,
      id,
      version: reply.versions[at] ?? 0,
      result,
      forcedRefresh: reply.forcedRefresh,
      seqNo,
      primaryTerm: reply.primaryTerm,
      status: STATUS_OF_RESULT[result],
      shards,
    });
    return true;
  }

  #addResult({ ops }: WriteBatch, position: number, outcome: RoutedWriteResult): void {
    const { result } = outcome;
    const op = ops[position] ?? 0;
    const shown = { type: this.#type, isAuto: (op & AUTO_ID) !== 0 };
    this.#bytes.addJson(itemJson(writeOpOf(op), outcome, shown));
    if (result.ok) return;
    this.#errors = true;
    this.#itemFailed(this.#count + position, result.error);
  }
}

/** The result of an item. As in OpenSearch, a no-op has the copies of the other items. */
function inBulk(part: ShardPart, at: number, id: string): RoutedWriteResult {
  const outcome = partResult(part, at, id);
  return outcome.result.ok ? { ...outcome, shards: part.shards } : outcome;
}

interface ShownItem {
  readonly type?: string | undefined;
  /** True if the server generates the id. */
  readonly isAuto?: boolean;
}

/** An item of the response under the name of its operation. */
export function itemJson(
  op: WriteItem['op'],
  outcome: RoutedWriteResult,
  { type, isAuto = false }: ShownItem = {},
): string {
  const typed = type === undefined ? undefined : { type };
  const { result, index } = outcome;
  if (result.ok) {
    const answer: JsonObject = { ...writeAnswer(outcome, result), status: statusOf(result) };
    return stringifyJson({ [op]: withType(answer, typed) });
  }
  const { id, error } = result;
  // An item that failed before its id was generated has none.
  const shownId = isAuto && id === '' ? null : id;
  const failure = {
    _index: index,
    _id: shownId,
    status: error.status,
    error: itemError(error),
  };
  return stringifyJson({ [op]: withType(failure, typed) });
}
