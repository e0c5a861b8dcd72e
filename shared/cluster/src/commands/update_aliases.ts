/**
 * Several alias changes in one: additions, removals, and deletions of indices whose name an alias
 * takes.
 */
import { simpleMatch } from '@skein/base';
import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { INDICES_OPTIONS } from '../names/indices_options.js';
import { resolveIndices } from '../names/resolve_indices.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { streamOf } from '../state/data_stream.js';
import { type AliasMetadata, type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import {
  type AliasDefinition,
  checkAliasSet,
  checkStreamAliases,
  makeAlias,
} from './alias_rules.js';
import type { Command } from './command_type.js';
import { removeIndices } from './delete_index.js';

export type AliasAction =
  | ({ readonly kind: 'add'; readonly indices: readonly string[] } & AliasDefinition)
  | {
      readonly kind: 'remove';
      readonly indices: readonly string[];
      /** Names, wildcards or `_all`. */
      readonly aliases: readonly string[];
      readonly mustExist?: boolean | undefined;
    }
  | { readonly kind: 'remove_index'; readonly indices: readonly string[] };

export interface UpdateAliasesRequest {
  /** Actions whose index expressions are resolved when the command runs. */
  readonly actions: readonly AliasAction[];
}

export const update_aliases: Command<UpdateAliasesRequest> = {
  name: 'update_aliases',
  priority: 'URGENT',
  source: () => 'index-aliases',
  *execute(state, { actions }, { nowMs }) {
    const steps: Step[] = [];
    const named = new Set<string>();
    for (const action of actions) {
      const step = stepOf(state, action, nowMs);
      steps.push(step);
      for (const name of step.indices) named.add(name);
      yield;
    }
    checkBlocks(state, [...named], { level: 'metadata_write', changesSearches: true });
    checkRemovals(steps);
    const removed = steps.filter((step) => step.action.kind === 'remove_index');
    const base = removeIndices(
      state,
      removed.flatMap((step) => step.indices),
      nowMs,
    );
    const changed: ChangedAliases = new Map();
    for (const step of steps) {
      applyStep(base, step, changed);
      yield;
    }
    const real: IndexMetadata[] = [];
    for (const [name, aliases] of changed) {
      const index = requireIndex(base, name);
      if (yield* sameAliases(aliases, index.aliases)) continue;
      real.push({ ...index, aliases });
      checkStreamAliases(base, { ...index, aliases });
    }
    const next = replaceIndices(base, real.map(withNewVersion));
    if (next !== base) yield* checkAliasSet(next.metadata.indices.values());
    return next;
  },
};

interface Step {
  readonly action: AliasAction;
  readonly indices: readonly string[];
  /**
   * The aliases to remove by index. They are resolved before the first action, so that an alias
   * added by the same request stays.
   */
  readonly removed: ReadonlyMap<string, readonly string[]>;
}

function stepOf(state: ClusterState, action: AliasAction, nowMs: number): Step {
  const indices = concrete(state, action, nowMs);
  const patterns = action.kind === 'remove' ? action.aliases : [];
  const removed = indices.map(
    (name) => [name, matchingAliases(requireIndex(state, name), patterns)] as const,
  );
  return { action, indices, removed: new Map(removed) };
}

function concrete(state: ClusterState, action: AliasAction, nowMs: number): readonly string[] {
  const options =
    action.kind === 'remove'
      ? { ...INDICES_OPTIONS.aliasActions, expandClosed: true }
      : INDICES_OPTIONS.aliasActions;
  const indices = resolveIndices(state, action.indices, options, nowMs);
  if (action.kind === 'add') checkNotBacking(state, indices);
  return indices;
}

function checkNotBacking(state: ClusterState, indices: readonly string[]): void {
  const backing = indices.filter((name) => streamOf(state, name) !== undefined);
  const [first] = backing;
  if (first === undefined) return;
  const owner = streamOf(state, first)?.name;
  throw new ApiError(
    'illegal_argument_exception',
    `The provided expressions [${backing.join(',')}] match a backing index belonging to data stream [${owner}]. Data streams and their backing indices don't support aliases.`,
  );
}

/**
 * Refuses a removal that must find its aliases but finds none, and a request that would do nothing.
 */
function checkRemovals(steps: readonly Step[]): void {
  const idle: string[] = [];
  let isIdle = true;
  for (const { action, removed } of steps) {
    const isFound =
      action.kind !== 'remove' || [...removed.values()].some((aliases) => aliases.length > 0);
    if (isFound || action.mustExist === false) isIdle = false;
    else if (action.mustExist === true) throw aliasesNotFound(action.aliases);
    else for (const alias of action.aliases) idle.push(alias);
  }
  if (isIdle && idle.length > 0) throw aliasesNotFound(idle.sort());
}

function aliasesNotFound(aliases: readonly string[]): ApiError {
  const [only = ''] = aliases;
  return new ApiError('aliases_not_found_exception', `aliases [${aliases.join(', ')}] missing`, {
    metadata: {
      'resource.type': 'aliases',
      'resource.id': aliases.length === 1 ? only : [...aliases],
    },
  });
}

function matchingAliases(index: IndexMetadata, patterns: readonly string[]): string[] {
  const isName = (pattern: string): boolean => pattern !== '_all' && !pattern.includes('*');
  if (patterns.every(isName)) return patterns.filter((name) => index.aliases.has(name));
  return [...index.aliases.keys()].filter((name) =>
    patterns.some((pattern) => pattern === '_all' || simpleMatch(pattern, name)),
  );
}

/** The aliases of each named index, copied once regardless of the number of actions. */
type ChangedAliases = Map<string, Map<string, AliasMetadata>>;

function applyStep(
  base: ClusterState,
  { action, indices, removed }: Step,
  changed: ChangedAliases,
): void {
  if (action.kind === 'remove_index') return;
  for (const name of indices) {
    const index = base.metadata.indices.get(name);
    if (!index) continue;
    const aliases = changed.get(name) ?? new Map(index.aliases);
    if (action.kind === 'add') aliases.set(action.alias, makeAlias(base, action));
    else for (const alias of removed.get(name) ?? []) aliases.delete(alias);
    changed.set(name, aliases);
  }
}

export function withNewVersion(index: IndexMetadata): IndexMetadata {
  return { ...index, aliasesVersion: index.aliasesVersion + 1, version: index.version + 1 };
}

type Aliases = IndexMetadata['aliases'];

/** True if two alias maps are equal. Yields after each alias. */
function* sameAliases(a: Aliases, b: Aliases): Generator<void, boolean> {
  if (a.size !== b.size) return false;
  for (const [name, alias] of a) {
    const other = b.get(name);
    if (other === undefined || !sameAlias(alias, other)) return false;
    yield;
  }
  return true;
}

function sameAlias(a: AliasMetadata, b: AliasMetadata): boolean {
  return a === b || stringifyJson(plainAlias(a)) === stringifyJson(plainAlias(b));
}

function plainAlias(alias: AliasMetadata): JsonValue {
  const plain: JsonObject = { ...alias };
  return plain;
}
