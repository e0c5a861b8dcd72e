/**
 * The indices that an identity may reach through an index expression. One rule applies wherever a
 * caller gives index names:
 *
 * - A plain name needs the privilege, whether the index exists or not; an alias needs it on every
 *   index behind it. The refusal repeats the name as given, so that it reveals nothing about the
 *   indices behind an alias.
 * - Wildcards, `_all` and an absent expression are expanded over the indices the identity may use,
 *   as if there were no others: the matches, their number and state, and errors about them reveal
 *   nothing of the rest.
 */
import {
  type ClusterState,
  concreteName,
  type IndexMetadata,
  type IndicesOptions,
  indexLookup,
  type NamedTarget,
  type ResolvedIndices,
  resolveExpressions,
  splitExpression,
} from '@skein/cluster';
import type { Identity, Security } from './contract.js';
import type { NamedPrivilege } from './mod.js';
import { forbidden } from './refusal.js';

/** Any one of these on an index suffices. */
export type AnyPrivilege = readonly [NamedPrivilege, ...NamedPrivilege[]];

export interface Caller {
  readonly security: Security;
  readonly identity: Identity;
  /** Wall clock of the request, for date math in names. */
  readonly nowMs: number;
}

export interface Reached extends ResolvedIndices {
  /** The part of the cluster that the caller may see through this expression. */
  readonly state: ClusterState;
}

/** Resolves an expression for a caller. Throws security_exception for a forbidden name. */
export function reachIndices(
  state: ClusterState,
  expression: { readonly expressions: readonly string[]; readonly options: IndicesOptions },
  caller: Caller,
  privileges: AnyPrivilege,
): Reached {
  const { expressions, options } = expression;
  const visible = visibleThrough(state, expressions, caller, privileges);
  return { state: visible, ...resolveExpressions(visible, expressions, options, caller.nowMs) };
}

/** Checks the names of an expression, and hides the indices that its wildcards must not match. */
export function visibleThrough(
  state: ClusterState,
  expressions: readonly string[],
  caller: Caller,
  privileges: AnyPrivilege,
): ClusterState {
  const parts = expressions.flatMap((text) => splitExpression(text));
  let isWide = parts.length === 0;
  for (const part of parts) {
    if (isPattern(part)) isWide = true;
    else if (!(isWide && part.startsWith('-'))) authorizeName(state, part, caller, privileges);
  }
  return isWide ? restricted(state, caller, privileges) : state;
}

/** Authorizes one plain name: an index, an alias, or a name that does not exist yet. */
export function authorizeName(
  state: ClusterState,
  name: string,
  caller: Caller,
  privileges: AnyPrivilege,
): void {
  const concrete = concreteName(name, caller.nowMs);
  const target = indexLookup(state).get(concrete);
  requireAll(target ? namesOf(target) : [concrete], concrete, caller, privileges);
}

/**
 * Like `authorizeName`, for a write. For a data stream or an alias with a write index, only the
 * index written to is checked.
 */
export function authorizeWriteName(state: ClusterState, name: string, caller: Caller): void {
  const concrete = concreteName(name, caller.nowMs);
  const target = indexLookup(state).get(concrete);
  const writeIndex =
    target?.kind === 'data_stream'
      ? target.indices.at(-1)
      : target?.indices.find(
          (index: IndexMetadata) => index.aliases.get(concrete)?.isWriteIndex === true,
        );
  const needed = writeIndex ? [writeIndex.name] : target ? namesOf(target) : [concrete];
  requireAll(needed, concrete, caller, ['indices:write']);
}

function requireAll(
  needed: readonly string[],
  asked: string,
  { security, identity }: Caller,
  privileges: AnyPrivilege,
): void {
  if (needed.length === 1) {
    const isAllowed = (privilege: NamedPrivilege) =>
      security.filterIndices(identity, privilege, needed).length > 0;
    if (privileges.some(isAllowed)) return;
    throw forbidden(identity, privileges, asked);
  }
  const allowed = allowedBy(security, identity, privileges, needed);
  if (needed.every((name) => allowed.has(name))) return;
  throw forbidden(identity, privileges, asked);
}

function namesOf(target: NamedTarget): readonly string[] {
  return target.indices.map((index: IndexMetadata) => index.name);
}

function restricted(
  state: ClusterState,
  { security, identity }: Caller,
  privileges: AnyPrivilege,
): ClusterState {
  const { indices } = state.metadata;
  const allowed = allowedBy(security, identity, privileges, [...indices.keys()]);
  if (allowed.size === indices.size) return state;
  const left = new Map([...indices].filter(([name]) => allowed.has(name)));
  return { ...state, metadata: { ...state.metadata, indices: left } };
}

/** The names on which at least one of the privileges is granted. */
function allowedBy(
  security: Security,
  identity: Identity,
  privileges: AnyPrivilege,
  names: readonly string[],
): ReadonlySet<string> {
  return new Set(
    privileges.flatMap((privilege) => security.filterIndices(identity, privilege, names)),
  );
}

/** For names of indices that no longer exist. */
export function seesName(
  { security, identity }: Pick<Caller, 'security' | 'identity'>,
  privileges: AnyPrivilege,
): (index: { readonly name: string }) => boolean {
  return ({ name }) => allowedBy(security, identity, privileges, [name]).size > 0;
}

function isPattern(part: string): boolean {
  return part === '_all' || part.includes('*');
}
