/**
 * Answers that are read better as pictures: tokens of `_analyze`, where the time of a search went
 * (`profile`), and how a score came about (`explain`).
 */
import { isObject, type Json, type JsonObject } from '../json/exact_json.js';

interface DrawnToken {
  readonly text: string;
  readonly type: string;
  readonly position: number;
}

export interface TreeRow {
  /** From 0: how deep it is in the tree. */
  readonly depth: number;
  readonly label: string;
  readonly detail: string;
  /** As it is shown: a time, a score. */
  readonly value: string;
  /** Of the root above it, 0 to 100; `undefined`: parts that are no shares of a whole. */
  readonly percent: number | undefined;
}

export type Drawing =
  | { readonly kind: 'tokens'; readonly tokens: readonly DrawnToken[] }
  | { readonly kind: 'trees'; readonly trees: readonly DrawnTree[] };

export interface DrawnTree {
  /** Of which shard, of which document. */
  readonly title: string;
  readonly rows: readonly TreeRow[];
}

const NANOS_PER_MS = 1e6;

/** `undefined`: it is read as it is. */
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

/** Of `_explain`, of one document; of a search with `explain`, of each hit. */
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
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
