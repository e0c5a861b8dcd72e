/** Several alias changes as one: adds, removals, and indices that make room for an alias of their name. */
import { simpleMatch } from '@skein/base';
import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { INDICES_OPTIONS } from '../names/indices_options.js';
import { resolveIndices } from '../names/resolve_indices.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { type AliasMetadata, type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import { type AliasDefinition, checkAliasSet, makeAlias } from './alias_rules.js';
import type { Command } from './command_type.js';
import { removeIndices } from './delete_index.js';

export type AliasAction =
  | ({
      readonly kind: 'add';
      readonly indices: readonly string[];
      readonly mustExist?: boolean | undefined;
    } & AliasDefinition)
  | {
      readonly kind: 'remove';
      readonly indices: readonly string[];
      /** Names, wildcards or `_all`. */
      readonly aliases: readonly string[];
      readonly mustExist?: boolean | undefined;
    }
  | { readonly kind: 'remove_index'; readonly indices: readonly string[] };

export interface UpdateAliasesRequest {
  /** Index expressions are resolved when the command runs. */
  readonly actions: readonly AliasAction[];
}

export const update_aliases: Command<UpdateAliasesRequest> = {
  name: 'update_aliases',
  priority: 'URGENT',
  source: () => 'index-aliases',
  execute: (state, { actions }, { nowMs }) => {
    const steps = actions.map((action) => ({ action, indices: concrete(state, action, nowMs) }));
    checkBlocks(
      state,
      steps.flatMap((step) => step.indices),
      { level: 'metadata_write' },
    );
    checkRemovals(state, steps);
    const removed = steps.filter((step) => step.action.kind === 'remove_index');
    const base = removeIndices(
      state,
      removed.flatMap((step) => step.indices),
      nowMs,
    );
    const changed = new Map<string, IndexMetadata>();
    for (const step of steps) applyStep(base, step, changed);
    const real = [...changed.values()].filter(
      (index) => !sameAliases(index, requireIndex(base, index.name)),
    );
    const next = replaceIndices(base, real.map(withNewVersion));
    if (next !== base) checkAliasSet(next.metadata.indices.values());
    return next;
  },
};

interface Step {
  readonly action: AliasAction;
  readonly indices: readonly string[];
}

function concrete(state: ClusterState, action: AliasAction, nowMs: number): readonly string[] {
  const options =
    action.kind === 'remove'
      ? { ...INDICES_OPTIONS.aliasActions, expandClosed: true }
      : INDICES_OPTIONS.aliasActions;
  return resolveIndices(state, action.indices, options, nowMs);
}

/** A removal that finds none of its aliases anywhere is refused as a whole. */
function checkRemovals(state: ClusterState, steps: readonly Step[]): void {
  for (const { action, indices } of steps) {
    if (action.kind !== 'remove') continue;
    const found = indices.some(
      (name) => matchingAliases(requireIndex(state, name), action.aliases).length > 0,
    );
    if (!found && action.mustExist !== false) throw aliasesNotFound(action.aliases);
  }
}

function aliasesNotFound(aliases: readonly string[]): ApiError {
  const list = aliases.join(',');
  return new ApiError('aliases_not_found_exception', `aliases [${list}] missing`, {
    metadata: { 'resource.type': 'aliases', 'resource.id': list },
  });
}

function matchingAliases(index: IndexMetadata, patterns: readonly string[]): string[] {
  return [...index.aliases.keys()].filter((name) =>
    patterns.some((pattern) => pattern === '_all' || simpleMatch(pattern, name)),
  );
}

function applyStep(
  base: ClusterState,
  { action, indices }: Step,
  changed: Map<string, IndexMetadata>,
): void {
  if (action.kind === 'remove_index') return;
  for (const name of indices) {
    const index = changed.get(name) ?? base.metadata.indices.get(name);
    if (!index) continue;
    const aliases = new Map(index.aliases);
    if (action.kind === 'add') aliases.set(action.alias, makeAlias(base, action));
    else for (const alias of matchingAliases(index, action.aliases)) aliases.delete(alias);
    changed.set(name, { ...index, aliases });
  }
}

function withNewVersion(index: IndexMetadata): IndexMetadata {
  return { ...index, aliasesVersion: index.aliasesVersion + 1, version: index.version + 1 };
}

function sameAliases(a: IndexMetadata, b: IndexMetadata): boolean {
  return aliasesText(a) === aliasesText(b);
}

function aliasesText(index: IndexMetadata): string {
  return stringifyJson([...index.aliases.values()].map(plainAlias));
}

function plainAlias(alias: AliasMetadata): JsonValue {
  const plain: JsonObject = { ...alias };
  return plain;
}
