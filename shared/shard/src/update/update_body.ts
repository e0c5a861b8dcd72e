/**
 * The body of an update: `{"doc": …, "script": …, "upsert": …, "doc_as_upsert": …, "detect_noop":
 * …, "_source": …}`. The documents in it stay bytes, as ranges of the body. Syntax errors have the
 * messages of OpenSearch's parser.
 */
import { didYouMean } from '@skein/base';
import { isJsonObject, JSON_TOKEN, JsonReader, type JsonValue, tokenName } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import { readExact } from '@skein/java';
import { parseScript, type ScriptReference } from '@skein/script';
import type { SourceFilter } from '../calls.js';

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
  ['_source', stored('source', (reader) => sourceFilterOf(reader.value()))],
  ['if_seq_no', stored('ifSeqNo', integer)],
  ['if_primary_term', stored('ifPrimaryTerm', integer)],
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

/** Throws OpenSearch's error for an update that cannot be carried out for any document. */
export function validateUpdate(body: UpdateBody): void {
  const problems: string[] = [];
  if (body.doc === undefined && body.script === undefined)
    problems.push('script or doc is missing');
  if (body.doc !== undefined && body.script !== undefined)
    problems.push("can't provide both script and doc");
  if (body.doc === undefined && body.docAsUpsert) {
    problems.push('doc must be specified if doc_as_upsert is enabled');
  }
  if (problems.length === 0) return;
  const list = problems.map((problem, i) => ` ${i + 1}: ${problem};`).join('');
  throw new ApiError('action_request_validation_exception', `Validation Failed:${list}`);
}

/** Parses `true`, `false`, a pattern, a list of patterns, or `{includes, excludes}`. */
export function sourceFilterOf(value: JsonValue): SourceFilter {
  if (typeof value === 'boolean') return { enabled: value, includes: [], excludes: [] };
  if (!isJsonObject(value)) return { enabled: true, includes: patterns(value), excludes: [] };
  const includes = patterns(value.includes ?? value.include ?? []);
  const excludes = patterns(value.excludes ?? value.exclude ?? []);
  return { enabled: true, includes, excludes };
}

function patterns(value: JsonValue): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((each) => {
    if (typeof each === 'string') return each;
    throw new ApiError(
      'parsing_exception',
      'Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] in [_source]',
    );
  });
}

function objectBytes(reader: JsonReader): Uint8Array {
  const { name } = reader;
  if (reader.token !== JSON_TOKEN.START_OBJECT) {
    throw refused(
      reader,
      `[UpdateRequest] ${name} doesn't support values of type: ${tokenName(reader.token)}`,
    );
  }
  const start = reader.tokenStart;
  reader.skipChildren();
  return reader.bytes.slice(start, reader.tokenEnd);
}

/**
 * Parses the script. Numeric parameters keep their type. A syntax error in the script becomes the
 * cause of an error of this field.
 */
function script(reader: JsonReader): ScriptReference {
  const { token, name } = reader;
  if (token !== JSON_TOKEN.STRING && token !== JSON_TOKEN.START_OBJECT) {
    const words = `[UpdateRequest] ${name} doesn't support values of type: ${tokenName(token)}`;
    throw refused(reader, words);
  }
  const json = readExact(reader);
  const { line, column } = reader.location();
  const prefix = `[${line}:${column}] `;
  try {
    return parseScript(json, { place: () => prefix });
  } catch (error) {
    throw failedField(name, prefix, error);
  }
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
  const { token, name } = reader;
  if (token === JSON_TOKEN.TRUE || token === JSON_TOKEN.FALSE) return token === JSON_TOKEN.TRUE;
  if (token !== JSON_TOKEN.STRING) {
    throw refused(
      reader,
      `[UpdateRequest] ${name} doesn't support values of type: ${tokenName(token)}`,
    );
  }
  const text = reader.text();
  if (text === 'true') return true;
  if (text === 'false' || text === '') return false;
  const { line, column } = reader.location();
  const reason = `Failed to parse value [${text}] as only [true] or [false] are allowed.`;
  throw failedField(name, `[${line}:${column}] `, illegalArgument(reason));
}

function integer(reader: JsonReader): number {
  const number = Number(reader.text());
  if (Number.isSafeInteger(number)) return number;
  throw refused(reader, `[UpdateRequest] failed to parse field [${reader.name}]`);
}

function unknownField(reader: JsonReader, name: string): ApiError {
  const hint = didYouMean(name, FIELDS.keys());
  return refused(reader, `[UpdateRequest] unknown field [${name}]${hint}`);
}

function refused(reader: JsonReader, message: string): ApiError {
  const { line, column } = reader.location();
  return new ApiError('x_content_parse_exception', `[${line}:${column}] ${message}`);
}
