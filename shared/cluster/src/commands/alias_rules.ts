/** Rules for creating aliases: names, routing, write indices. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkAliasName } from '../names/name_rules.js';
import type { ClusterState } from '../state/cluster_state.js';
import { checkFreeOfStreams } from '../state/data_stream.js';
import { type AliasMetadata, type IndexMetadata, indexLabel } from '../state/index_metadata.js';

/** An alias as a request describes it. */
export interface AliasDefinition {
  readonly alias: string;
  readonly filter?: JsonObject | undefined;
  /** Default for the index routing and the search routing. */
  readonly routing?: string | undefined;
  readonly indexRouting?: string | undefined;
  readonly searchRouting?: string | undefined;
  readonly isWriteIndex?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
}

/** Creates an alias after checking its name and routing, and that no index has its name. */
export function makeAlias(state: ClusterState, definition: AliasDefinition): AliasMetadata {
  checkNewAlias(state, definition.alias);
  return plainAlias(definition);
}

/** Checks that the name is a valid alias name and that no index has it. */
export function checkNewAlias({ metadata }: ClusterState, name: string): void {
  checkAliasName(name);
  if (!metadata.indices.has(name)) return;
  throw new ApiError(
    'invalid_alias_name_exception',
    `Invalid alias name [${name}], an index exists with the same name as the alias`,
    { metadata: { index: name, index_uuid: '_na_' } },
  );
}

/** Checks that no alias of the index has the name of a data stream. */
export function checkStreamAliases(state: ClusterState, index: IndexMetadata): void {
  if (state.metadata.dataStreams.size === 0) return;
  for (const alias of index.aliases.keys()) {
    checkFreeOfStreams(state, alias, `${alias} (alias of ${indexLabel(index)})`);
  }
}

/**
 * Creates an alias of a template. Its name may contain `{index}`, so name collisions are checked
 * only when an index is created.
 */
export function makeTemplateAlias(definition: AliasDefinition): AliasMetadata {
  checkAliasName(definition.alias.replaceAll('{index}', 'index'));
  return plainAlias(definition);
}

function plainAlias(definition: AliasDefinition): AliasMetadata {
  const name = definition.alias;
  const indexRouting = definition.indexRouting ?? definition.routing;
  if (indexRouting?.includes(',')) {
    throw new ApiError(
      'illegal_argument_exception',
      `alias [${name}] has several index routing values associated with it`,
    );
  }
  return {
    name,
    filter: definition.filter,
    indexRouting,
    searchRouting: definition.searchRouting ?? definition.routing,
    isWriteIndex: definition.isWriteIndex,
    isHidden: definition.isHidden,
  };
}

/**
 * Checks that an alias has at most one write index and is hidden in all its indices or in none.
 * Yields after each alias.
 */
export function* checkAliasSet(indices: Iterable<IndexMetadata>): Generator<void, void> {
  const writers = new Map<string, string[]>();
  const hidden = new Map<string, { readonly index: string; readonly hidden: boolean }>();
  for (const index of indices) {
    for (const alias of index.aliases.values()) {
      if (alias.isWriteIndex)
        writers.set(alias.name, [...(writers.get(alias.name) ?? []), index.name]);
      checkHidden(hidden, index.name, alias);
      yield;
    }
  }
  for (const [alias, names] of writers) {
    if (names.length > 1) {
      throw new ApiError(
        'illegal_state_exception',
        `alias [${alias}] has more than one write index [${names.sort().join(',')}]`,
      );
    }
  }
}

function checkHidden(
  seen: Map<string, { readonly index: string; readonly hidden: boolean }>,
  index: string,
  alias: AliasMetadata,
): void {
  const isHidden = alias.isHidden === true;
  const other = seen.get(alias.name);
  if (!other) {
    seen.set(alias.name, { index, hidden: isHidden });
  } else if (other.hidden !== isHidden) {
    const [yes, no] = isHidden ? [index, other.index] : [other.index, index];
    throw new ApiError(
      'illegal_state_exception',
      `alias [${alias.name}] has is_hidden set to true on indices [${yes}] but does not have is_hidden set to true on indices [${no}]; alias must have the same is_hidden setting on all indices`,
    );
  }
}
