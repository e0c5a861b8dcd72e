/**
 * One update: reads the document, merges it or runs the script, and writes it back on the condition
 * that it has not changed. It can only change while the merged document waits for its new fields to
 * be mapped; then the update is tried again, `retry_on_conflict` times. With `planOnly`, the caller
 * writes the document, and repeats the update itself.
 */
import type { CurrentDocument, WriteConditions } from '@skein/engine';
import { checkWrite } from '@skein/engine';
import { ApiError, isVersionConflict } from '@skein/errors';
import type { ParsedDocument } from '@skein/mapping';
import type { ScriptReference } from '@skein/script';
import type { WriteItem, WriteItemResult } from '../calls.js';
import type { LocalShard } from '../local_shard.js';
import { mergeSource } from '../update/merge_source.js';
import { type ScriptRun, updateByScript, upsertByScript } from '../update/script_update.js';
import { parseUpdateBody, type UpdateBody, validateUpdate } from '../update/update_body.js';
import { filtered } from './get.js';

interface DocumentMapper {
  mapped(item: WriteItem, source: Uint8Array): Promise<ParsedDocument>;
}

/** The source to write, and the document that must still be current. */
interface Plan {
  readonly source: Uint8Array;
  readonly current: CurrentDocument | undefined;
}

type Written = Extract<WriteItemResult, { readonly ok: true }>;

const EMPTY = new Uint8Array(0);
const NO_DOCUMENT = { version: -1, seqNo: -2, primaryTerm: 0 };

export class UpdateOperation {
  readonly #shard: LocalShard;
  readonly #item: WriteItem;
  readonly #mapper: DocumentMapper;
  readonly #body: UpdateBody;

  constructor(shard: LocalShard, item: WriteItem, mapper: DocumentMapper) {
    this.#shard = shard;
    this.#item = item;
    this.#mapper = mapper;
    this.#body = parseUpdateBody(item.body ?? EMPTY);
    validateUpdate(this.#body, item);
  }

  async run(): Promise<WriteItemResult> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt();
      } catch (error) {
        if (!isVersionConflict(error) || attempt >= this.#item.retryOnConflict) throw error;
      }
    }
  }

  async #attempt(): Promise<WriteItemResult> {
    const { engine, mapping } = this.#shard;
    const { id } = this.#item;
    const current = engine.get(id, { realtime: true, needFields: mapping.altersSource });
    if (current === undefined) return this.#upsert();
    checkWrite(
      { ...current, deleted: false },
      this.#conditions(),
      false,
      this.#shard.options.request,
    );
    const { source: before } = current;
    if (before === undefined)
      throw this.#error('document_source_missing_exception', `[${id}]: document source missing`);
    if (this.#body.script !== undefined) return this.#runScript(this.#body.script, current);
    const { source, changed } = mergeSource(before, this.#body.doc ?? EMPTY);
    const detectNoop = this.#item.detectNoop ?? this.#body.detectNoop;
    if (!changed && detectNoop) return this.#noop(current);
    return this.#write({ source, current });
  }

  async #upsert(): Promise<WriteItemResult> {
    const { doc, upsert, docAsUpsert, script, scriptedUpsert } = this.#body;
    const source = (this.#item.docAsUpsert ?? docAsUpsert) ? doc : upsert;
    if (source === undefined) {
      throw this.#error('document_missing_exception', `[${this.#item.id}]: document missing`);
    }
    checkWrite(undefined, this.#conditions(), false, this.#shard.options.request);
    if (!scriptedUpsert || script === undefined) return this.#write({ source, current: undefined });
    const made = upsertByScript(this.#scriptRun(script), source);
    if (made.op !== 'write') return this.#notMade();
    return this.#write({ source: made.source, current: undefined });
  }

  async #runScript(script: ScriptReference, current: CurrentDocument): Promise<WriteItemResult> {
    const { index } = this.#shard.options.request;
    const { id } = this.#item;
    const made = updateByScript(this.#scriptRun(script), { index, id, current });
    if (made.op === 'write') return this.#write({ source: made.source, current });
    return made.op === 'delete' ? this.#delete(current) : this.#noop(current);
  }

  #scriptRun(script: ScriptReference): ScriptRun {
    const { scripts, clock } = this.#shard.options;
    return { scripts, script, nowMs: clock.nowMs() };
  }

  #delete(current: CurrentDocument): WriteItemResult {
    const { id, planOnly, routing: asked } = this.#item;
    const get = this.#wantsSource() ? { source: undefined } : undefined;
    if (planOnly) {
      const routing = current.routing ?? asked;
      return { ...this.#unwritten(current, get), planned: { op: 'delete', routing } };
    }
    const outcome = this.#shard.delete({
      id,
      version: undefined,
      versionType: 'internal',
      ifSeqNo: current.seqNo,
      ifPrimaryTerm: current.primaryTerm,
    });
    const { result, version, seqNo, primaryTerm } = outcome;
    return { ok: true, id, result, version, seqNo, primaryTerm, get };
  }

  /** The result of a script that did not create a missing document. */
  #notMade(): WriteItemResult {
    this.#shard.engine.counters.noopUpdateTotal++;
    return this.#unwritten(undefined, { source: undefined, found: false });
  }

  async #write({ source, current }: Plan): Promise<WriteItemResult> {
    const { id, routing: asked, planOnly } = this.#item;
    const routing = current?.routing ?? asked;
    if (planOnly) {
      const planned = { op: current === undefined ? 'create' : 'index', source, routing } as const;
      return { ...this.#unwritten(current, this.#fetched(source)), planned };
    }
    const document = await this.#mapper.mapped({ ...this.#item, routing }, source);
    const outcome = this.#shard.index({
      id,
      routing,
      autoId: false,
      version: undefined,
      versionType: 'internal',
      ifSeqNo: current?.seqNo,
      ifPrimaryTerm: current?.primaryTerm,
      create: current === undefined,
      source,
      document,
    });
    const { result, version, seqNo, primaryTerm } = outcome;
    return { ok: true, id, result, version, seqNo, primaryTerm, get: this.#fetched(source) };
  }

  #noop(current: CurrentDocument): WriteItemResult {
    this.#shard.engine.counters.noopUpdateTotal++;
    return this.#unwritten(current, this.#fetched(current.source));
  }

  /** The result of an update that writes nothing; OpenSearch's numbers for a missing document. */
  #unwritten(current: CurrentDocument | undefined, get: Written['get']): Written {
    const { version, seqNo, primaryTerm } = current ?? NO_DOCUMENT;
    return { ok: true, id: this.#item.id, result: 'noop', version, seqNo, primaryTerm, get };
  }

  #fetched(
    source: Uint8Array | undefined,
  ): { readonly source: Uint8Array | undefined } | undefined {
    const filter = this.#item.fetchSource ?? this.#body.source;
    return filter?.enabled ? { source: filtered(source, filter) } : undefined;
  }

  #wantsSource(): boolean {
    return (this.#item.fetchSource ?? this.#body.source)?.enabled ?? false;
  }

  #conditions(): WriteConditions {
    const { id, version, versionType, ifSeqNo, ifPrimaryTerm } = this.#item;
    return {
      id,
      version,
      versionType,
      ifSeqNo: ifSeqNo ?? this.#body.ifSeqNo,
      ifPrimaryTerm: ifPrimaryTerm ?? this.#body.ifPrimaryTerm,
    };
  }

  #error(
    type: 'document_missing_exception' | 'document_source_missing_exception',
    reason: string,
  ): ApiError {
    const { index, indexUuid, shardId } = this.#shard.options.request;
    const metadata = { index, shard: String(shardId), index_uuid: indexUuid };
    return new ApiError(type, reason, { metadata });
  }
}
