/**
 * A bulk's bytes, taken apart by lines. Only the action lines are parsed; a document is a range of the body and is not looked at. Errors
 * of the form end the whole request, in the reference's words.
 */
import { JSON_TOKEN, JsonReader, tokenName } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type SourceFilter, sourceFilterOf } from '@skein/shard';
import { plainWrite, type RoutedWrite } from '../../document_router/mod.js';
import { checkedPrimaryTerm, checkedSeqNo, exactLong, versionTypeOf } from './write_params.js';

/** What the request says for all its items; an action line may say otherwise. */
export interface BulkDefaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly pipeline: string | undefined;
  readonly requireAlias: boolean;
  readonly source: SourceFilter | undefined;
}

export interface BulkItem {
  /** As named on its line: the key of the item in the answer. */
  readonly action: BulkAction;
  readonly pipeline: string | undefined;
  readonly write: RoutedWrite;
}

export type BulkAction = 'create' | 'delete' | 'index' | 'update';

const ACTIONS: ReadonlySet<string> = new Set(['create', 'delete', 'index', 'update']);
const NEWLINE = 0x0a;
const RETURN = 0x0d;

interface ActionLine {
  readonly action: BulkAction;
  readonly meta: ActionMeta;
}

/** Metadata of an action line, filled as it is read. */
interface ActionMeta {
  index: string | undefined;
  id: string | undefined;
  routing: string | undefined;
  opType: string | undefined;
  version: number | undefined;
  versionType: RoutedWrite['versionType'];
  ifSeqNo: number | undefined;
  ifPrimaryTerm: number | undefined;
  retryOnConflict: number;
  pipeline: string | undefined;
  requireAlias: boolean;
  source: SourceFilter | undefined;
}

/** The items one by one, so that the reader of a large body can pause between them. */
export function* readBulk(body: Uint8Array, defaults: BulkDefaults): Generator<BulkItem> {
  if (body.at(-1) !== NEWLINE) {
    throw refused('The bulk request must be terminated by a newline [\\n]');
  }
  let line = 0;
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(NEWLINE, start);
    line++;
    const actionLine = new ActionLineReader(body, { start, end, line }, defaults).read();
    start = end + 1;
    if (actionLine === undefined) continue;
    if (actionLine.action === 'delete') {
      yield bulkItem(actionLine, undefined);
      continue;
    }
    if (start >= body.length) break;
    const documentEnd = body.indexOf(NEWLINE, start);
    line++;
    yield bulkItem(actionLine, body.subarray(start, withoutReturn(body, start, documentEnd)));
    start = documentEnd + 1;
  }
}

function withoutReturn(body: Uint8Array, start: number, end: number): number {
  return end > start && body[end - 1] === RETURN ? end - 1 : end;
}

function bulkItem({ action, meta }: ActionLine, body: Uint8Array | undefined): BulkItem {
  const asCreate = action === 'index' && meta.opType === 'create';
  const write = plainWrite({
    op: asCreate ? 'create' : action,
    index: meta.index ?? '',
    id: meta.id ?? '',
    autoId: meta.id === undefined && (action === 'index' || action === 'create'),
    body,
    routing: meta.routing,
    version: meta.version,
    versionType: meta.versionType,
    ifSeqNo: meta.ifSeqNo,
    ifPrimaryTerm: meta.ifPrimaryTerm,
    retryOnConflict: meta.retryOnConflict,
    requireAlias: meta.requireAlias,
    fetchSource: action === 'update' ? meta.source : undefined,
  });
  return { action: asCreate ? 'create' : action, pipeline: meta.pipeline, write };
}

interface LinePlace {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

class ActionLineReader {
  readonly #reader: JsonReader;
  readonly #line: number;
  readonly #defaults: BulkDefaults;

  constructor(body: Uint8Array, { start, end, line }: LinePlace, defaults: BulkDefaults) {
    this.#reader = new JsonReader(body.subarray(start, end));
    this.#line = line;
    this.#defaults = defaults;
  }

  /** `undefined` for an empty line. */
  read(): ActionLine | undefined {
    const reader = this.#reader;
    if (isBlank(reader.bytes)) return undefined;
    if (reader.next() !== JSON_TOKEN.START_OBJECT) throw this.#expected('START_OBJECT');
    if (reader.next() !== JSON_TOKEN.FIELD_NAME) throw this.#expected('FIELD_NAME');
    const action = reader.name;
    if (!isAction(action)) {
      const known = [...ACTIONS].join(', ');
      throw this.#malformed(`expected one of [${known}] but found [${action}]`);
    }
    const { index, routing, pipeline, requireAlias, source } = this.#defaults;
    const meta: ActionMeta = {
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
    const token = reader.next();
    if (token !== JSON_TOKEN.START_OBJECT) {
      throw this.#malformed(
        `expected START_OBJECT or END_OBJECT but found [${tokenName(reader.token)}]`,
      );
    }
    // What comes behind them on the line nobody reads, as in the reference.
    while (reader.next() === JSON_TOKEN.FIELD_NAME) this.#readField(meta);
    return { action, meta };
  }

  #readField(meta: ActionMeta): void {
    const reader = this.#reader;
    const { name } = reader;
    const token = reader.next();
    if (name === '_source' && token !== JSON_TOKEN.NULL) {
      meta.source = sourceFilterOf(reader.value());
      return;
    }
    if (token === JSON_TOKEN.NULL) return;
    if (token === JSON_TOKEN.START_OBJECT || token === JSON_TOKEN.START_ARRAY) {
      throw this.#malformed(
        `expected a simple value for field [${name}] but found [${tokenName(token)}]`,
      );
    }
    if (!this.#setField(meta, name, reader.text())) {
      throw refused(`Action/metadata line [${this.#line}] contains an unknown parameter [${name}]`);
    }
  }

  #setField(meta: ActionMeta, name: string, text: string): boolean {
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
        meta.version = this.#number(name);
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
        meta.requireAlias = text === 'true';
        return true;
      default:
        return false;
    }
  }

  #number(name: string): number {
    const number = Number(this.#reader.text());
    if (Number.isInteger(number)) return exactLong(name, number) ?? number;
    throw this.#malformed(`expected a number for field [${name}]`);
  }

  #expected(token: string): ApiError {
    return this.#malformed(`expected ${token} but found [${tokenName(this.#reader.token)}]`);
  }

  #malformed(what: string): ApiError {
    return refused(`Malformed action/metadata line [${this.#line}], ${what}`);
  }
}

function isAction(text: string): text is BulkAction {
  return ACTIONS.has(text);
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === RETURN);
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
