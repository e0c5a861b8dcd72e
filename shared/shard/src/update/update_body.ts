/**
 * The body of an update: `{"doc": …, "script": …, "upsert": …, "doc_as_upsert": …, "detect_noop":
 * …, "_source": …}`. The documents in it stay bytes, as ranges of the body. Syntax errors have the
 * messages of OpenSearch's parser.
 */
import { didYouMean } from '@skein/base';
import { JSON_TOKEN, JsonReader, type JsonToken, tokenName } from '@skein/content';
import { ApiError, asApiError, illegalArgument, invalidRequest } from '@skein/errors';
import { readExact } from '@skein/java';
import { longOf } from '@skein/reading';
import { parseScript, type ScriptReference } from '@skein/script';
import { parseSource } from '@skein/search';
import type { SourceFilter } from '../calls.js';
import { checkedPrimaryTerm, checkedSeqNo } from './compare_and_set.js';

export interface UpdateBody {
  readonly doc: Uint8Array | undefined;
  readonly upsert: Uint8Array | undefined;
  readonly script: ScriptReference | undefined;
  readonly docAsUpsert: boolean;
  readonly scriptedUpsert: boolean;
  readonly detectNoop: boolean;
  readonly source: SourceFilter | undefined;
  readonly ifSeqNo: number | undefined;
  readonly ifPrimaryTerm: number | undefined;
}

type Draft = { -readonly [K in keyof UpdateBody]: UpdateBody[K] };
type FieldReader = (reader: JsonReader, draft: Draft) => void;

const FIELDS = new Map<string, FieldReader>([
  ['doc', stored('doc', objectBytes)],
  ['upsert', stored('upsert', objectBytes)],
  ['script', stored('script', script)],
  ['doc_as_upsert', stored('docAsUpsert', flag)],
  ['scripted_upsert', stored('scriptedUpsert', flag)],
  ['detect_noop', stored('detectNoop', flag)],
  ['_source', stored('source', sourceFilter)],
  ['if_seq_no', stored('ifSeqNo', checkedLong(checkedSeqNo))],
  ['if_primary_term', stored('ifPrimaryTerm', checkedLong(checkedPrimaryTerm))],
]);

/** A reader that stores what it reads as a member of the draft. */
function stored<K extends keyof Draft>(
  member: K,
  read: (reader: JsonReader) => Draft[K],
): FieldReader {
  return (reader, draft) => {
    draft[member] = read(reader);
  };
}

export function parseUpdateBody(bytes: Uint8Array): UpdateBody {
  const draft: Draft = {
    doc: undefined,
    upsert: undefined,
    script: undefined,
    docAsUpsert: false,
    scriptedUpsert: false,
    detectNoop: true,
    source: undefined,
    ifSeqNo: undefined,
    ifPrimaryTerm: undefined,
  };
  const reader = new JsonReader(bytes);
  if (reader.next() !== JSON_TOKEN.START_OBJECT) {
    throw refused(
      reader,
      `[UpdateRequest] Expected START_OBJECT but was: ${tokenName(reader.token)}`,
    );
  }
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    const read = FIELDS.get(name);
    if (read === undefined) throw unknownField(reader, name);
    reader.next();
    read(reader, draft);
  }
  reader.next();
  return draft;
}

/** The options beside the body that are checked with it. */
interface UpdateOptions {
  readonly docAsUpsert?: boolean | undefined;
  readonly ifSeqNo?: number | undefined;
}

/**
 * Throws OpenSearch's error for an update that cannot be carried out for any document. `given`
 * overrides the options of the body.
 */
export function validateUpdate(body: UpdateBody, given: UpdateOptions = {}): void {
  const { docAsUpsert = body.docAsUpsert, ifSeqNo = body.ifSeqNo } = given;
  const problems: string[] = [];
  if (ifSeqNo !== undefined && docAsUpsert)
    problems.push('compare and write operations can not be used with upsert');
  if (ifSeqNo !== undefined && body.upsert !== undefined)
    problems.push("upsert requests don't support `if_seq_no` and `if_primary_term`");
  if (body.doc === undefined && body.script === undefined)
    problems.push('script or doc is missing');
  if (body.doc !== undefined && body.script !== undefined)
    problems.push("can't provide both script and doc");
  if (body.doc === undefined && docAsUpsert) {
    problems.push('doc must be specified if doc_as_upsert is enabled');
  }
  if (problems.length > 0) throw invalidRequest(problems);
}

/** Refuses a value of another kind. */
function expectToken(reader: JsonReader, ...expected: readonly JsonToken[]): void {
  const { token, name } = reader;
  if (expected.includes(token)) return;
  throw refused(
    reader,
    `[UpdateRequest] ${name} doesn't support values of type: ${tokenName(token)}`,
  );
}

function objectBytes(reader: JsonReader): Uint8Array {
  expectToken(reader, JSON_TOKEN.START_OBJECT);
  const start = reader.tokenStart;
  reader.skipChildren();
  return reader.bytes.slice(start, reader.tokenEnd);
}

/**
 * Parses the script. Numeric parameters keep their type. A syntax error in the script becomes the
 * cause of an error of this field.
 */
function script(reader: JsonReader): ScriptReference {
  expectToken(reader, JSON_TOKEN.STRING, JSON_TOKEN.START_OBJECT);
  const { name } = reader;
  const json = readExact(reader);
  const prefix = placeOf(reader);
  return inField(name, prefix, () => parseScript(json, { place: () => prefix }));
}

function sourceFilter(reader: JsonReader): SourceFilter {
  const { TRUE, FALSE, STRING, START_ARRAY, START_OBJECT } = JSON_TOKEN;
  expectToken(reader, TRUE, FALSE, STRING, START_ARRAY, START_OBJECT);
  const { name } = reader;
  const json = reader.value();
  return inField(name, placeOf(reader), () => parseSource(json));
}

/** Reads a long of a compare-and-set write, which may be a text, and checks it. */
function checkedLong(check: typeof checkedSeqNo) {
  return (reader: JsonReader): number | undefined => {
    expectToken(reader, JSON_TOKEN.NUMBER, JSON_TOKEN.STRING);
    const json = reader.value();
    return inField(reader.name, placeOf(reader), () => check(longOf(json)));
  };
}

/** Runs a reader; its error is the cause of an error of the field. */
function inField<T>(name: string, prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw failedField(name, prefix, error);
  }
}

function placeOf(reader: JsonReader): string {
  const { line, column } = reader.location();
  return `[${line}:${column}] `;
}

function failedField(name: string, prefix: string, error: unknown): ApiError {
  const rootCauses =
    error instanceof ApiError && error.type === 'x_content_parse_exception' ? [error] : undefined;
  const words = `${prefix}[UpdateRequest] failed to parse field [${name}]`;
  return new ApiError('x_content_parse_exception', words, {
    cause: asApiError(error),
    ...(rootCauses ? { rootCauses } : {}),
  });
}

/** Reads a boolean, or a text that is one; the empty text is false, as in OpenSearch's parser. */
function flag(reader: JsonReader): boolean {
  expectToken(reader, JSON_TOKEN.TRUE, JSON_TOKEN.FALSE, JSON_TOKEN.STRING);
  if (reader.token !== JSON_TOKEN.STRING) return reader.token === JSON_TOKEN.TRUE;
  const text = reader.text();
  if (text === 'true') return true;
  if (text === 'false' || text === '') return false;
  const reason = `Failed to parse value [${text}] as only [true] or [false] are allowed.`;
  throw failedField(reader.name, placeOf(reader), illegalArgument(reason));
}

function unknownField(reader: JsonReader, name: string): ApiError {
  const hint = didYouMean(name, FIELDS.keys());
  return refused(reader, `[UpdateRequest] unknown field [${name}]${hint}`);
}

function refused(reader: JsonReader, message: string): ApiError {
  return new ApiError('x_content_parse_exception', placeOf(reader) + message);
}
