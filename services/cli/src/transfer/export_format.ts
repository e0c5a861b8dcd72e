/**
 * Documents in a file: lines of JSON (NDJSON), compressed with gzip if the file's name says so. The
 * first line describes the indices. Each other line is a document, or describes indices that were
 * made before the export was resumed:
 *
 *     {"skein_export": 1, "indices": {"logs": {"settings": {…}, "mappings": {…}, "aliases": {…}}}}
 *     {"_index": "logs", "_id": "1", "_routing": "a", "_source": {…}}
 *
 * `_source` is the indexed document, byte for byte except line ends between its members.
 */
import {
  isJsonObject,
  JSON_TOKEN,
  type JsonObject,
  JsonReader,
  type JsonValue,
} from '@skein/content';
import { illegal } from './cluster.js';

export const FORMAT = 1;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;

export interface ExportHeader {
  readonly skein_export: typeof FORMAT;
  readonly indices: Readonly<Record<string, JsonObject>>;
}

export interface ExportedDocument {
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly source: Uint8Array;
}

export function headerOf(json: JsonValue | undefined): ExportHeader | undefined {
  if (!isJsonObject(json) || json.skein_export !== FORMAT) return undefined;
  const { indices } = json;
  if (!isJsonObject(indices) || !areObjects(indices)) return undefined;
  return { skein_export: FORMAT, indices };
}

export function areObjects(json: JsonObject): json is Readonly<Record<string, JsonObject>> {
  return Object.values(json).every(isJsonObject);
}

export function documentLine(
  { index, id, routing }: { index: string; id: string; routing: string | undefined },
  source: Uint8Array,
): Buffer {
  const head = JSON.stringify({ _index: index, _id: id, ...(routing && { _routing: routing }) });
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"_source":`),
    onOneLine(source),
    Buffer.from('}\n'),
  ]);
}

/**
 * Replaces line ends by spaces. Inside JSON strings they are escaped, so raw ones only stand
 * between values.
 */
function onOneLine(source: Uint8Array): Uint8Array {
  if (!source.includes(NEWLINE) && !source.includes(RETURN)) return source;
  return source.map((byte) => (byte === NEWLINE || byte === RETURN ? SPACE : byte));
}

const MEMBERS: ReadonlyMap<string, 'index' | 'id' | 'routing'> = new Map([
  ['_index', 'index'],
  ['_id', 'id'],
  ['_routing', 'routing'],
]);

/**
 * A line without `_source` is a document as a whole. Throws an ApiError unless the line is a JSON
 * object.
 */
export function readDocumentLine(line: Uint8Array): ExportedDocument {
  const reader = new JsonReader(line);
  const draft: Record<'index' | 'id' | 'routing', string | undefined> = {
    index: undefined,
    id: undefined,
    routing: undefined,
  };
  let source: Uint8Array | undefined;
  let unfit: string | undefined;
  if (reader.next() !== JSON_TOKEN.START_OBJECT) throw illegal('a line is not a JSON object');
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    const token = reader.next();
    const { tokenStart } = reader;
    reader.skipChildren();
    if (name === '_source') source = line.subarray(tokenStart, reader.tokenEnd);
    const member = MEMBERS.get(name);
    if (member === undefined || token === JSON_TOKEN.NULL) continue;
    if (token === JSON_TOKEN.START_OBJECT || token === JSON_TOKEN.START_ARRAY) unfit ??= name;
    else draft[member] = reader.text();
  }
  if (source === undefined) {
    return { index: undefined, id: undefined, routing: undefined, source: line };
  }
  if (unfit !== undefined) throw illegal(`[${unfit}] is neither a text nor a number`);
  return { ...draft, source };
}
