/**
 * Compares two answers. Errors must agree in status, type, first root cause and its reason. Other
 * answers must agree in every value except those that differ between any two servers; hits by
 * total, score or sort values at every rank, and in the same documents where ranks distinguish
 * them.
 */
import { isObject, type Json } from './json.ts';

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/**
 * Paths of shard counts, which are not compared: a search of all indices includes indices of other
 * users. If several shards fail alike, the answer names the one that answered first.
 */
const OF_OTHERS = /\/_shards\/(?:total|successful|failures\/\*\/shard)$/;

type Made = { readonly [key: string]: Json };

/** The relative tolerance of scores, which are 32-bit sums in different orders. */
const TOLERANCE = 1e-4;
/** The absolute tolerance: what may remain when equal numbers are subtracted. */
const NOTHING = 1e-9;

const VOLATILE: ReadonlySet<string> = new Set([
  'took',
  'took_millis',
  'ingest_took',
  '_scroll_id',
  'pit_id',
  'timestamp',
  '_node',
  'node',
  'index_uuid',
  'uuid',
  'creation_date',
  '_nodes',
  'skipped',
  'cluster_name',
]);

/** True for the path of an estimated figure, which is compared within 5 %. */
type IsEstimated = (path: string) => boolean;

const ESTIMATES: ReadonlySet<string> = new Set([
  'percentiles',
  'percentile_ranks',
  'median_absolute_deviation',
  'cardinality',
]);

/**
 * The estimated figures of a request: those of aggregations of certain types, and of pipeline
 * aggregations that read them.
 */
export function estimatesOf(body: Json | undefined): IsEstimated {
  const names = new Set<string>();
  const pipelines: (readonly [name: string, path: string])[] = [];
  const walk = (json: Json | undefined): void => {
    if (Array.isArray(json)) json.forEach(walk);
    if (!isObject(json)) return;
    const aggs = member(json, 'aggs') ?? member(json, 'aggregations');
    for (const [name, definition] of Object.entries(isObject(aggs) ? aggs : {})) {
      for (const [type, options] of Object.entries(isObject(definition) ? definition : {})) {
        if (ESTIMATES.has(type) && member(options, 'hdr') === undefined) names.add(name);
        const path = JSON.stringify(member(options, 'buckets_path') ?? '');
        if (path !== '""') pipelines.push([name, path]);
      }
    }
    Object.values(json).forEach(walk);
  };
  walk(body);
  for (const [name, path] of pipelines) {
    if ([...names].some((each) => new RegExp(`\\b${escaped(each)}\\b`).test(path))) names.add(name);
  }
  if (names.size === 0) return () => false;
  const all = [...names].map(escaped).join('|');
  const paths = new RegExp(`/(?:\\w+#)?(?:${all})/(?:\\*/)?[a-z_]+(?:/|$)`);
  return (path) => paths.test(path);
}

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&');

/**
 * Describes the first difference, in the same words for similar differences; returns `undefined`
 * when the answers agree.
 */
export function difference(
  reference: Answer,
  ours: Answer,
  isEstimated: IsEstimated = () => false,
): string | undefined {
  if (reference.status !== ours.status) {
    return `status | ${described(reference)} || ${described(ours)}`;
  }
  if (reference.status >= 400) {
    const [theirs, own] = [errorOf(reference.body), errorOf(ours.body)];
    for (const part of ['type', 'root', 'reason', 'top'] as const) {
      if (theirs[part] !== own[part])
        return `${part} | ${described(reference)} || ${described(ours)}`;
    }
    return undefined;
  }
  return differs(reference.body, ours.body, '', isEstimated);
}

interface ErrorParts {
  readonly type: string;
  readonly root: string;
  readonly reason: string;
  readonly top: string;
}

/**
 * Matches the class or the type of a query, so that this explained difference does not hide others.
 */
const OF_CLASS = /Cannot extract a term from a query of type [^:]*:/g;

/** Matches the parent aggregation, by the class of its factory or by its type. */
const PARENT_CLASS = /cannot be used with a parent aggregation of type: \[\w+\]/g;

/** Matches the text of a query, which is shorter if the server quotes the faulty part alone. */
const QUOTED_QUERY = /Failed to parse query \[(?:[^\]]|\](?=[^"]*\]"))*\]/g;

/** Describes a refusal by its type and reason; `undefined` when the answer is no error. */
export function faultOf({ status, body }: Answer): string | undefined {
  if (status < 400) return undefined;
  return JSON.stringify(errorOf(body))
    .replace(OF_CLASS, 'Cannot extract a term:')
    .replace(PARENT_CLASS, 'cannot be used with a parent')
    .replace(QUOTED_QUERY, 'Failed to parse query');
}

function errorOf(body: Json): ErrorParts {
  const error = member(body, 'error');
  if (!isObject(error))
    return { type: 'text', root: '', reason: text(error ?? body), top: text(error ?? body) };
  const roots = member(error, 'root_cause');
  // A failure on the coordinating node has no root cause, only a cause.
  const root = (Array.isArray(roots) ? roots[0] : undefined) ?? member(error, 'caused_by');
  return {
    type: text(error.type),
    root: text(member(root, 'type')),
    reason: inWords(member(root, 'reason') ?? error.reason),
    top: inWords(error.reason),
  };
}

function inWords(reason: Json | undefined): string {
  return withoutPlace(text(reason)).replaceAll(MADE_NAMES, '');
}

/** Matches random names: that of a simulated template, and the uuid of an index. */
const MADE_NAMES =
  /(?<=\bsimulate_(?:index_)?template)_[\w-]{22}(?=\])|(?<=\[[^\s/[\]]+)\/[\w-]{22}(?=\])/g;

/** Removes the place in the body, which depends on the formatting. */
function withoutPlace(reason: string): string {
  return reason.replace(/^((?:[\w.]+: )?)\[\d+[:,] ?\d+\] /, '$1').replace(/\n at \[[^\]]*\]/g, '');
}

function described({ status, body }: Answer): string {
  if (status < 400) return `HTTP ${status}`;
  const { type, root, reason } = errorOf(body);
  return `HTTP ${status} ${type}/${root}: ${reason.slice(0, 400)}`;
}

function differs(
  theirs: Json | undefined,
  ours: Json | undefined,
  path: string,
  isEstimated: IsEstimated,
): string | undefined {
  if (isHit(theirs) && isHit(ours)) return sourceless(theirs, ours, path, isEstimated);
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length && isEstimated(path)) return undefined;
    if (theirs.length !== ours.length)
      return `${path} | ${theirs.length} || ${ours.length} entries`;
    if (OF_TEMPLATES.test(path)) {
      const [one, other] = [theirs.toSorted(byName), ours.toSorted(byName)];
      return first(one.map((each, i) => () => differs(each, other[i], `${path}/*`, isEstimated)));
    }
    if (theirs.some(isHit)) return hitsDiffer(theirs, ours, path, isEstimated);
    if (theirs.every(isTelling) && ours.every(isTelling)) {
      return tellingDiffer(theirs, ours, (their, own) =>
        differs(their, own, `${path}/*`, isEstimated),
      );
    }
    return first(theirs.map((each, i) => () => differs(each, ours[i], `${path}/*`, isEstimated)));
  }
  if (isObject(theirs) && isObject(ours)) {
    if (theirs.values !== undefined && isEstimated(`${path}/values`)) {
      return valuesDiffer(theirs, ours, path);
    }
    if (typeof theirs.failed === 'number' && theirs.failed !== ours.failed) {
      return `${path}/failed | ${failuresOf(theirs)} || ${failuresOf(ours)}`;
    }
    if (isObject(theirs.error) && isObject(ours.error)) {
      return difference({ status: 400, body: theirs }, { status: 400, body: ours });
    }
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].filter(
      (key) =>
        !VOLATILE.has(key) &&
        !OF_OTHERS.test(`${path}/${key}`) &&
        !isRoundedApart(key, theirs, ours),
    );
    return first(
      keys.map((key) => () => differs(theirs[key], ours[key], `${path}/${key}`, isEstimated)),
    );
  }
  const tolerance = isEstimated(path) ? ESTIMATE_TOLERANCE : TOLERANCE;
  return same(theirs, ours, tolerance) ? undefined : `${path} | ${shown(theirs)} || ${shown(ours)}`;
}

const ESTIMATE_TOLERANCE = 0.05;

/** Paths of lists of templates, which OpenSearch returns in the order of a Java hash table. */
const OF_TEMPLATES = /^\/(?:index_templates|component_templates|overlapping)$/;

const byName = (a: Json, b: Json): number =>
  text(member(a, 'name')) < text(member(b, 'name')) ? -1 : 1;

/** Describes how many shards failed, and the error. */
function failuresOf(shards: Made): string {
  const [failure] = Array.isArray(shards.failures) ? shards.failures : [];
  const reason = member(failure, 'reason');
  const words = `${text(member(reason, 'type') ?? '')}: ${text(member(reason, 'reason') ?? '')}`;
  return `${shown(shards.failed)}${failure === undefined ? '' : ` ${words}`}`;
}

/**
 * The difference between the greatest and the least figure of one estimate. Any value between two
 * distant neighbours is a valid estimate.
 */
function spanOf(values: Json): number {
  const numbers: number[] = [];
  const walk = (json: Json): void => {
    if (typeof json === 'number') numbers.push(json);
    else if (Array.isArray(json)) json.forEach(walk);
    else if (isObject(json)) walk(json.value ?? Object.values(json));
  };
  walk(values);
  return Math.max(...numbers) - Math.min(...numbers);
}

function valuesDiffer(theirs: Made, ours: Made, path: string): string | undefined {
  const within = ESTIMATE_TOLERANCE * spanOf(theirs.values ?? null);
  const list = (json: Json | undefined): readonly Json[] =>
    Array.isArray(json) ? json : isObject(json) ? Object.entries(json) : [];
  const [one, other] = [list(theirs.values), list(ours.values)];
  if (one.length !== other.length) return `${path}/values | ${one.length} || ${other.length}`;
  const figureOf = (json: Json | undefined): Json =>
    Array.isArray(json) ? (json[1] ?? null) : (member(json, 'value') ?? null);
  return first(
    one.map((each, i) => () => {
      const [their, own] = [figureOf(each), figureOf(other[i])];
      if (typeof their === 'string' || same(their, own, ESTIMATE_TOLERANCE)) return undefined;
      const isNear =
        typeof their === 'number' && typeof own === 'number' && Math.abs(their - own) <= within;
      return isNear ? undefined : `${path}/values/*/value | ${shown(their)} || ${shown(own)}`;
    }),
  );
}

/** Matches a double as Java formats it. */
const EXPONENT = /^-?\d\.\d+E-?\d+$/;

const LONG_NUMBER = /^-?\d{12,}\.\d+$/;

/** Sorts the fields in the text of a query: Java prints them in the order of a hash table. */
function inOrderOfFields(text: string): string {
  const [, inside, behind] = /^\((.*)\)(\S*)$/s.exec(text) ?? [];
  return inside?.includes(' | ') ? `(${inside.split(' | ').sort().join(' | ')})${behind}` : text;
}

function comparable(given: string): string {
  const text = SCRIPT.test(given) ? inAnyOrder(given) : inOrderOfFields(given);
  const named = text.replace(INDEX_UUID, '[$1]').replace(SIMULATED, '$1');
  return NESTED_FAULTS.test(text) ? named.replaceAll(PLACE, '') : named;
}

/** Matches a script, whose parameters Java prints in the order of a hash table. */
const SCRIPT = /Script\{type=/;

function inAnyOrder(text: string): string {
  return text
    .split(/[{}[\]=, ]+/)
    .sort()
    .join(' ');
}

/** Matches nested exceptions and places in a body, which depend on the formatting. */
const NESTED_FAULTS = /^\w+Exception\[/;
const PLACE = /\[?\d+:\d+\]? ?/g;

/** Matches a simulated template, to which OpenSearch gives a random name. */
const SIMULATED = /^(simulate_(?:index_)?template)_[\w-]{22}$/;

/** Matches an index by its name and uuid, as errors of `_validate` name it. */
const INDEX_UUID = /^\[([^/\]]+)\/[\w-]{22}\]/;

function same(theirs: Json | undefined, ours: Json | undefined, tolerance = TOLERANCE): boolean {
  if (theirs === ours) return true;
  if (typeof theirs === 'string' && typeof ours === 'string') {
    if (tolerance > TOLERANCE) return true;
    // Numbers that are shown as text.
    if (EXPONENT.test(theirs) && EXPONENT.test(ours)) return same(Number(theirs), Number(ours));
    // Java 17 prints some doubles with a digit more than they need. The last bit of sums beyond
    // 2^53 depends on the order of documents.
    if (LONG_NUMBER.test(theirs) && LONG_NUMBER.test(ours)) {
      return Math.abs(Number(theirs) - Number(ours)) <= LAST_BITS * Math.abs(Number(theirs));
    }
    return comparable(theirs) === comparable(ours);
  }
  if (typeof theirs !== 'number' || typeof ours !== 'number') {
    return typeof theirs === 'object' && JSON.stringify(theirs) === JSON.stringify(ours);
  }
  const apart = Math.abs(theirs - ours);
  return apart <= NOTHING || apart <= tolerance * Math.max(Math.abs(theirs), Math.abs(ours));
}

const LAST_BITS = 4 * Number.EPSILON;

const OF_TEXT = /_as_string$/;
const PLAIN_DECIMAL = /^-?\d*\.(\d+)$/;

/**
 * True when a text shows a number that the servers summed in different orders, so that it is
 * rounded to different sides: the last digits differ by one.
 */
function isRoundedApart(key: string, theirs: Made, ours: Made): boolean {
  if (!OF_TEXT.test(key)) return false;
  const number = key.replace(OF_TEXT, '');
  const [their, own] = [theirs[number], ours[number]];
  if (typeof their !== 'number' || typeof own !== 'number' || their === own) return false;
  if (Math.abs(their - own) > LAST_BITS * Math.abs(their)) return false;
  const [one, other] = [plainDecimal(text(theirs[key])), plainDecimal(text(ours[key]))];
  if (one === undefined || one.digits !== other?.digits) return false;
  return Math.round(Math.abs(one.value - other.value) * 10 ** one.digits) <= 1;
}

function plainDecimal(text: string): { value: number; digits: number } | undefined {
  const [whole, fraction] = PLAIN_DECIMAL.exec(text) ?? [];
  return fraction === undefined ? undefined : { value: Number(whole), digits: fraction.length };
}

type Telling = Made & { readonly score: number };

/** A bucket of significant terms, or a suggestion. */
function isTelling(json: Json | undefined): json is Telling {
  return isObject(json) && ('bg_count' in json || 'text' in json) && typeof json.score === 'number';
}

const KEPT_DIGITS = 6;
const nameIn = ({ key = null, text: word = null }: Telling): string => `${key}/${word}`;
const rankOf = ({ score }: Telling): number => Number(score.toPrecision(KEPT_DIGITS));

/**
 * Compares buckets of significant terms or suggestions. Equal scores may stand in any order, and
 * any of them may be cut off at the end.
 */
function tellingDiffer(
  theirs: readonly Telling[],
  ours: readonly Telling[],
  differ: (their: Telling, own: Telling) => string | undefined,
): string | undefined {
  const inOrder = (all: readonly Telling[]) =>
    all.toSorted((a, b) => rankOf(b) - rankOf(a) || (nameIn(a) < nameIn(b) ? -1 : 1));
  const [one, other] = [inOrder(theirs), inOrder(ours)];
  const last = one.at(-1);
  return first(
    one.map((their, i) => () => {
      const own = other[i];
      const isCutOff = own !== undefined && last !== undefined && rankOf(own) === rankOf(last);
      if (own === undefined || (isCutOff && nameIn(own) !== nameIn(their))) return undefined;
      return differ(their, own);
    }),
  );
}

type Hit = Made & { readonly _index: string; readonly _id: string };

function isHit(json: Json | undefined): json is Hit {
  return isObject(json) && '_id' in json && '_score' in json;
}

/** Names a hit; inner hits have the id of their parent, so their nested path is added. */
function nameOf({ _index: index, _id: id, _nested: nested }: Hit): string {
  return `${index}/${id}/${JSON.stringify(nested)}`;
}

/** Compares hits. Ranks with equal scores or sort values may hold any of their documents. */
function hitsDiffer(
  theirs: readonly Json[],
  ours: readonly Json[],
  path: string,
  isEstimated: IsEstimated,
): string | undefined {
  const owns = new Map(ours.filter(isHit).map((hit) => [nameOf(hit), hit]));
  const last = theirs.at(-1);
  for (const [i, hit] of theirs.entries()) {
    const rank = ours[i];
    if (!isHit(hit) || !isHit(rank)) return `${path} | a hit || none`;
    const found =
      differs(hit._score, rank._score, `${path}/_score`, isEstimated) ??
      differs(hit.sort, rank.sort, `${path}/sort`, isEstimated);
    if (found) return found;
    const own = owns.get(nameOf(hit));
    const cutOff = same(hit._score, member(last, '_score') ?? null) && !hit.sort;
    if (!own && !cutOff && !hit.sort) return `${path} | another document || of that rank`;
    const unlike = own && sourceless(hit, own, path, isEstimated);
    if (unlike) return unlike;
  }
  return undefined;
}

/** Compares everything in a hit but the explanation of its score. */
function sourceless(
  theirs: Hit,
  ours: Hit,
  path: string,
  isEstimated: IsEstimated,
): string | undefined {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].filter(
    (key) => !HIT_VOLATILE.has(key),
  );
  return first(
    keys.map((key) => () => differs(theirs[key], ours[key], `${path}/${key}`, isEstimated)),
  );
}

const HIT_VOLATILE: ReadonlySet<string> = new Set([
  '_explanation',
  '_shard',
  '_node',
  '_score',
  'sort',
  '_seq_no',
  '_primary_term',
  '_version',
]);

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

function member(json: Json | undefined, key: string): Json | undefined {
  return isObject(json) ? json[key] : undefined;
}

function text(json: Json | undefined): string {
  return typeof json === 'string' ? json : (JSON.stringify(json) ?? '');
}

function shown(json: Json | undefined): string {
  return (JSON.stringify(json) ?? 'nothing').slice(0, 160);
}
