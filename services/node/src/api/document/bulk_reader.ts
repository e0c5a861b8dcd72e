/**
 * Reads the lines of a bulk body into columns: arrays with one entry for each item. Only action
 * lines are parsed; a document is a range of the body and is not looked at. A format error ends the
 * whole request, in OpenSearch's words.
 */
import { afterMark, JSON_TOKEN, JsonReader, tokenName } from '@skein/content';
import { type ApiError, illegalArgument } from '@skein/errors';
import { versionTypeOf } from '@skein/ingest/calls';
import { askedVersion } from '@skein/reading';
import { parseSource } from '@skein/search';
import { checkedPrimaryTerm, checkedSeqNo, type SourceFilter } from '@skein/shard';
import {
  AUTO_ID,
  NO_BODY,
  type SpecialWrite,
  UNCONDITIONAL,
  WRITE_OPS,
  type WriteBatch,
} from '../../shard_host/mod.js';
import { writeProblems } from './validate_write.js';
import { longIn } from './write_params.js';

/** Defaults of the request for all items; an action line can override them. */
export interface BulkDefaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly pipeline: string | undefined;
  readonly requireAlias: boolean;
  readonly source: SourceFilter | undefined;
  /** True if `_type` in action lines is ignored. */
  readonly takesTypes?: boolean;
}

/** A position in the body before the next item. */
interface BulkMark {
  readonly at: number;
  readonly line: number;
}

/** `WRITE_OPS` as texts, among which a name is looked up. */
const OP_NAMES: readonly string[] = WRITE_OPS;
const ACTIONS = ['create', 'delete', 'index', 'update'];
const [INDEX, CREATE, DELETE, UPDATE] = [0, 1, 2, 3];
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/**
 * Limit of the lines read for each requested item, so that a body of empty lines, which are
 * skipped, does not block the thread.
 */
const LINES_PER_ITEM = 4;
/** Limit of reported problems: each is text, and a body of errors may have millions. */
const MAX_PROBLEMS = 1_000;

/** Metadata of an action line, filled during parsing. */
interface ActionMeta {
  index: string;
  id: string | undefined;
  routing: string | undefined;
  opType: string | undefined;
  version: number | undefined;
  versionType: SpecialWrite['versionType'];
  ifSeqNo: number | undefined;
  ifPrimaryTerm: number | undefined;
  retryOnConflict: number;
  pipeline: string | undefined;
  requireAlias: boolean;
  source: SourceFilter | undefined;
}

/** The items of the current batch. `WriteBatch` documents the columns. */
class Columns {
  readonly nameOf: number[] = [];
  readonly ops: number[] = [];
  readonly ids: string[] = [];
  readonly ranges: number[] = [];
  readonly special = new Map<number, SpecialWrite>();
  readonly pipelines = new Map<number, string>();
}

export class BulkReader {
  readonly #body: Uint8Array;
  readonly #defaults: BulkDefaults;
  readonly #reader = new JsonReader(new Uint8Array(0));
  #meta: ActionMeta;
  /** The index names of all batches; an item refers to one by its position here. */
  readonly #names: string[] = [];
  /** The position of each name in `#names`. */
  readonly #numbers = new Map<string, number>();
  readonly #problems: string[] = [];
  #columns = new Columns();
  /** Offset in the body at which the current batch starts. */
  #start = 0;
  #at = 0;
  /** Line number, from 1. */
  #line = 0;

  /** Throws if the last line is not terminated. */
  constructor(body: Uint8Array, defaults: BulkDefaults) {
    if (body.at(-1) !== NEWLINE) {
      throw illegalArgument('The bulk request must be terminated by a newline [\\n]');
    }
    this.#body = body;
    this.#defaults = defaults;
    this.#meta = this.#emptyMeta();
  }

  get done(): boolean {
    return this.#at >= this.#body.length;
  }

  get mark(): BulkMark {
    return { at: this.#at, line: this.#line };
  }

  /** Validation problems of the items read so far, which apply to the whole request. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Continues at an earlier position. */
  returnTo({ at, line }: BulkMark): void {
    this.#at = at;
    this.#line = line;
  }

  /** Starts a batch of at most `count` items; it has fewer, or none, if lines are empty. */
  read(count: number): WriteBatch {
    this.#start = this.#at;
    this.#columns = new Columns();
    return this.readOn(count);
  }

  /** Adds at most `count` items to the current batch and returns the whole batch. */
  readOn(count: number): WriteBatch {
    const columns = this.#columns;
    const end = columns.ids.length + count;
    const lastLine = this.#line + count * LINES_PER_ITEM;
    while (columns.ids.length < end && this.#line < lastLine && !this.done) this.#item(columns);
    const isWhole = this.#start === 0 && this.done;
    const [body, names] = [this.#body, this.#names];
    return { body, names, isWhole, refused: new Map(), ...columns };
  }

  /** Reads an item or skips an empty line. */
  #item(columns: Columns): void {
    const body = this.#body;
    const end = body.indexOf(NEWLINE, this.#at);
    const line = body.subarray(this.#at, end);
    this.#line++;
    this.#at = end + 1;
    if (isBlank(line)) return;
    const action = this.#actionLine(line);
    if (action === DELETE) {
      this.#put(action, NO_BODY, 0, columns);
      return;
    }
    // A final action without its document is ignored, as in OpenSearch.
    if (this.done) return;
    const documentEnd = body.indexOf(NEWLINE, this.#at);
    const start = afterMark(body, documentEnd, this.#at);
    this.#line++;
    this.#at = documentEnd + 1;
    this.#put(action, start, lengthWithoutReturn(body, start, documentEnd), columns);
  }

  #put(action: number, start: number, length: number, columns: Columns): void {
    const meta = this.#meta;
    const position = columns.ids.length;
    const isAuto = meta.id === undefined && (action === INDEX || action === CREATE);
    const op = action === INDEX && meta.opType === 'create' ? CREATE : action;
    columns.nameOf.push(this.#numberOf(meta.index));
    columns.ops.push(isAuto ? op | AUTO_ID : op);
    columns.ids.push(meta.id ?? '');
    columns.ranges.push(start, length);
    if (action === UPDATE && meta.versionType !== 'internal') {
      throw illegalArgument(
        'Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead',
      );
    }
    const special = specialOf(meta, action);
    if (special !== undefined) columns.special.set(position, special);
    if (meta.pipeline !== undefined) columns.pipelines.set(position, meta.pipeline);
    const isUnusual =
      special !== undefined || meta.index === '' || (meta.id ?? '') === '' || meta.pipeline === '';
    if (isUnusual) this.#validate(op, isAuto, special);
  }

  #validate(op: number, autoId: boolean, special: SpecialWrite | undefined): void {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    const { index, id = '' } = this.#meta;
    const name = WRITE_OPS[op] ?? 'index';
    // OpenSearch checks the pipelines of documents only.
    const pipeline = op === INDEX || op === CREATE ? this.#meta.pipeline : undefined;
    const conditions = special ?? UNCONDITIONAL;
    const write = { ...conditions, op: name, index, id, autoId, pipeline };
    this.#problems.push(...writeProblems(write));
  }

  #numberOf(name: string): number {
    const last = this.#names.length - 1;
    if (last >= 0 && this.#names[last] === name) return last;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, last + 1);
    this.#names.push(name);
    return last + 1;
  }

  /** Fills `#meta`; returns the code of the action. */
  #actionLine(line: Uint8Array): number {
    const reader = this.#reader;
    reader.restart(line);
    if (reader.next() !== JSON_TOKEN.START_OBJECT) throw this.#expected('START_OBJECT');
    if (reader.next() !== JSON_TOKEN.FIELD_NAME) throw this.#expected('FIELD_NAME');
    const action = OP_NAMES.indexOf(reader.name);
    if (action < 0) {
      const known = ACTIONS.join(', ');
      throw this.#malformed(`expected one of [${known}] but found [${reader.name}]`);
    }
    if (reader.next() !== JSON_TOKEN.START_OBJECT) {
      throw this.#malformed(
        `expected START_OBJECT or END_OBJECT but found [${tokenName(reader.token)}]`,
      );
    }
    this.#meta = this.#emptyMeta();
    // OpenSearch ignores the rest of the line.
    while (reader.next() === JSON_TOKEN.FIELD_NAME) this.#readField();
    return action;
  }

  #emptyMeta(): ActionMeta {
    const { index = '', routing, pipeline, requireAlias, source } = this.#defaults;
    return {
      index,
      id: undefined,
      routing,
      opType: undefined,
      version: undefined,
      versionType: 'internal',
      ifSeqNo: undefined,
      ifPrimaryTerm: undefined,
      retryOnConflict: 0,
      pipeline,
      requireAlias,
      source,
    };
  }

  #readField(): void {
    const reader = this.#reader;
    const { name } = reader;
    const token = reader.next();
    const isList = token === JSON_TOKEN.START_ARRAY;
    if (name === '_source' && token !== JSON_TOKEN.NULL && !isList) {
      this.#meta.source = parseSource(reader.value());
      return;
    }
    if (token === JSON_TOKEN.NULL) return;
    if (token === JSON_TOKEN.START_OBJECT || isList) {
      throw this.#malformed(
        `expected a simple value for field [${name}] but found [${tokenName(token)}]`,
      );
    }
    if (!this.#setField(name, reader.text())) {
      throw illegalArgument(
        `Action/metadata line [${this.#line}] contains an unknown parameter [${name}]`,
      );
    }
  }

  #setField(name: string, text: string): boolean {
    const meta = this.#meta;
    switch (name) {
      case '_index':
        meta.index = text;
        return true;
      case '_id':
        meta.id = text;
        return true;
      case 'routing':
        meta.routing = text;
        return true;
      case 'op_type':
        meta.opType = text;
        return true;
      case 'version':
        meta.version = askedVersion(this.#number(name));
        return true;
      case 'version_type':
        meta.versionType = versionTypeOf(text);
        return true;
      case 'if_seq_no':
        meta.ifSeqNo = checkedSeqNo(this.#number(name));
        return true;
      case 'if_primary_term':
        meta.ifPrimaryTerm = checkedPrimaryTerm(this.#number(name));
        return true;
      case 'retry_on_conflict':
        meta.retryOnConflict = this.#number(name);
        return true;
      case 'pipeline':
        meta.pipeline = text;
        return true;
      case 'require_alias':
        meta.requireAlias = this.#flag(text);
        return true;
      case '_type':
        return this.#defaults.takesTypes === true;
      default:
        return false;
    }
  }

  #number(name: string): number {
    return longIn(name, this.#reader.value());
  }

  #flag(text: string): boolean {
    if (text === 'true' || text === 'false') return text === 'true';
    throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  }

  #expected(token: string): ApiError {
    return this.#malformed(`expected ${token} but found [${tokenName(this.#reader.token)}]`);
  }

  #malformed(what: string): ApiError {
    return illegalArgument(`Malformed action/metadata line [${this.#line}], ${what}`);
  }
}

/** The options of the line beside operation, id and document; undefined if there are none. */
function specialOf(meta: ActionMeta, action: number): SpecialWrite | undefined {
  const fetchSource = action === UPDATE ? meta.source : undefined;
  const { routing, version, versionType, ifSeqNo, ifPrimaryTerm, retryOnConflict } = meta;
  const isPlain =
    routing === undefined &&
    version === undefined &&
    versionType === 'internal' &&
    ifSeqNo === undefined &&
    ifPrimaryTerm === undefined &&
    retryOnConflict === 0 &&
    !meta.requireAlias &&
    fetchSource === undefined;
  if (isPlain) return undefined;
  const { requireAlias } = meta;
  const conditions = { routing, version, versionType, ifSeqNo, ifPrimaryTerm };
  return { ...conditions, retryOnConflict, fetchSource, requireAlias };
}

function lengthWithoutReturn(body: Uint8Array, start: number, end: number): number {
  return end > start && body[end - 1] === RETURN ? end - start - 1 : end - start;
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== RETURN) return false;
  }
  return true;
}
