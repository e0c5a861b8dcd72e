/**
 * Answers that are easier to read as pictures: tokens of `_analyze`, the times of a search
 * (`profile`), and the computation of a score (`explain`).
 */
import { isList, isObject, type Json, type JsonObject } from '../json/exact_json.js';

interface DrawnToken {
  readonly text: string;
  readonly type: string;
  readonly position: number;
}

export interface TreeRow {
  /** The row's depth in the tree, from 0. */
  readonly depth: number;
  readonly label: string;
  readonly detail: string;
  /** A time or a score, as it is shown. */
  readonly value: string;
  /**
   * The share of the root's value, from 0 to 100; undefined for values that are no shares of a
   * whole.
   */
  readonly percent: number | undefined;
}

export type Drawing =
  | { readonly kind: 'tokens'; readonly tokens: readonly DrawnToken[] }
  | { readonly kind: 'trees'; readonly trees: readonly DrawnTree[] };

export interface DrawnTree {
  /** The shard or the document of the tree. */
  readonly title: string;
  readonly rows: readonly TreeRow[];
}

const NANOS_PER_MS = 1e6;

/** The answer's picture; undefined if it is shown as text. */
export function drawingOf(answer: Json | undefined): Drawing | undefined {
  if (!isObject(answer)) return undefined;
  if (Array.isArray(answer.tokens)) return { kind: 'tokens', tokens: tokensOf(answer.tokens) };
  const trees = [...profileTrees(answer.profile), ...explanationTrees(answer)];
  return trees.length === 0 ? undefined : { kind: 'trees', trees };
}

function tokensOf(tokens: readonly Json[]): readonly DrawnToken[] {
  return tokens.flatMap((one) =>
    isObject(one)
      ? [{ text: String(one.token), type: String(one.type), position: Number(one.position) }]
      : [],
  );
}

function profileTrees(profile: Json | undefined): readonly DrawnTree[] {
  return listAt(profile, 'shards').flatMap((shard) => {
    const searches = listAt(shard, 'searches').flatMap((search) => listAt(search, 'query'));
    const roots = [...searches, ...listAt(shard, 'aggregations')];
    const rows = roots.flatMap((root) => profileRows(root, 0, nanosOf(root)));
    return rows.length === 0 ? [] : [{ title: isObject(shard) ? String(shard.id) : '', rows }];
  });
}

function profileRows(node: Json, depth: number, wholeNanos: number): readonly TreeRow[] {
  if (!isObject(node)) return [];
  const nanos = nanosOf(node);
  const row = {
    depth,
    label: String(node.type),
    detail: String(node.description ?? ''),
    value: `${(nanos / NANOS_PER_MS).toFixed(3)} ms`,
    percent: wholeNanos === 0 ? 0 : (100 * nanos) / wholeNanos,
  };
  const below = listAt(node, 'children').flatMap((one) => profileRows(one, depth + 1, wholeNanos));
  return [row, ...below];
}

function nanosOf(node: Json): number {
  return isObject(node) ? Number(node.time_in_nanos ?? 0) : 0;
}

/** The explanation of one document (`_explain`), or of each hit of a search with `explain`. */
function explanationTrees(answer: JsonObject): readonly DrawnTree[] {
  const own = answer.explanation;
  if (own !== undefined) return [{ title: String(answer._id), rows: explanationRows(own, 0) }];
  return listAt(answer.hits, 'hits').flatMap((hit) => {
    if (!isObject(hit) || hit._explanation === undefined) return [];
    return [{ title: String(hit._id), rows: explanationRows(hit._explanation, 0) }];
  });
}

function explanationRows(node: Json, depth: number): readonly TreeRow[] {
  if (!isObject(node)) return [];
  const row = {
    depth,
    label: String(node.description),
    detail: '',
    value: String(node.value),
    percent: undefined,
  };
  return [row, ...listAt(node, 'details').flatMap((one) => explanationRows(one, depth + 1))];
}

function listAt(value: Json | undefined, key: string): readonly Json[] {
  const list = isObject(value) ? value[key] : undefined;
  return isList(list) ? list : [];
}
