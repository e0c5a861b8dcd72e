/**
 * Searches whose form says that they are made of small steps: words looked up and a page of their documents. Between two steps such a search can be given up,
 * so it may be tried where nothing must take long. What is not named here (scripts, automata, joins, sorts, whatever comes later) is not light.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@skein/content';
import type { UnreadSearch } from './unread_search.js';

/** Reading the body is the first step. */
const MAX_BODY_BYTES = 4 * 1024;
/** Each hit is a document to be read. */
const MAX_HITS = 50;

const BODY_KEYS: ReadonlySet<string> = new Set([
  ...['query', 'from', 'size', '_source', 'track_total_hits', 'timeout'],
  ...['min_score', 'version', 'seq_no_primary_term'],
]);
const URL_KEYS: ReadonlySet<string> = new Set([
  ...['from', 'size', 'source', 'trackTotalHits', 'timeoutMs', 'version', 'seqNoPrimaryTerm'],
]);

type IsLight = (body: JsonValue) => boolean;

/** Queries by name. */
const QUERIES: ReadonlyMap<string, IsLight> = new Map<string, IsLight>([
  ['match_all', () => true],
  ['match_none', () => true],
  ['ids', () => true],
  ['exists', () => true],
  ['term', isOfWords],
  ['terms', isOfWords],
  ['match', isOfWords],
  ['multi_match', namesItsFields],
  ['constant_score', hasLightClauses],
  ['dis_max', hasLightClauses],
  ['bool', hasLightClauses],
]);
/** Members of the last three that hold queries. */
const CLAUSES: ReadonlySet<string> = new Set(['must', 'should', 'filter', 'must_not', 'queries']);
/** Options by which a word becomes an automaton, or other documents are asked for words. */
const SEARCHING_OPTIONS = ['fuzziness', 'case_insensitive', 'index'] as const;

export function isLightSearch({ body, isYaml, url }: UnreadSearch): boolean {
  if (isYaml || body.length > MAX_BODY_BYTES) return false;
  for (const name in url) {
    if (url[name as keyof typeof url] !== undefined && !URL_KEYS.has(name)) return false;
  }
  const json = body.length === 0 ? {} : parsed(body);
  if (json === undefined) return false;
  for (const key in json) if (!BODY_KEYS.has(key)) return false;
  const { from, size, query } = json;
  const hits = countOf(url.from ?? from, 0) + countOf(url.size ?? size, 10);
  return hits <= MAX_HITS && (query === undefined || isLightQuery(query));
}

/** `undefined`: whoever is to answer will say what is wrong with it. */
function parsed(body: Uint8Array): JsonObject | undefined {
  try {
    const json = parseJson(body);
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function countOf(json: JsonValue | undefined, otherwise: number): number {
  if (json === undefined) return otherwise;
  return typeof json === 'number' ? json : Number.POSITIVE_INFINITY;
}

function isLightQuery(json: JsonValue | undefined): boolean {
  if (!isJsonObject(json)) return false;
  for (const name in json) {
    const body = json[name];
    if (body === undefined || QUERIES.get(name)?.(body) !== true) return false;
  }
  return true;
}

/** `{field: words}` or `{field: {option: …}}`. */
function isOfWords(body: JsonValue): boolean {
  if (!isJsonObject(body)) return false;
  return Object.values(body).every(
    (given) => !isJsonObject(given) || SEARCHING_OPTIONS.every((option) => !(option in given)),
  );
}

function namesItsFields(body: JsonValue): boolean {
  if (!isJsonObject(body) || 'type' in body || 'fuzziness' in body) return false;
  const { fields } = body;
  return isJsonArray(fields) && fields.every((name) => !String(name).includes('*'));
}

function hasLightClauses(body: JsonValue): boolean {
  if (!isJsonObject(body)) return false;
  return Object.entries(body).every(([name, given]) => {
    if (!CLAUSES.has(name)) return true;
    return isJsonArray(given) ? given.every(isLightQuery) : isLightQuery(given);
  });
}
