/**
 * The part of an index that an identity may see, by the restrictions in its token. Identities
 * without restrictions cost nothing.
 */

import { ApiError } from '@skein/errors';
import { type GrantedFields, readablePart } from '@skein/oauth';
import type { Visibility } from '@skein/search';
import type { Identity } from './contract.js';

/** Limit of remembered names per identity. */
const MOST_NAMES = 1000;

const known = new WeakMap<Identity, Map<string, Visibility | undefined>>();

/** Undefined if all of it is visible. `index`: a concrete name. */
export function visibilityOf(identity: Identity, index: string): Visibility | undefined {
  const { restrictions, scope } = identity;
  if (restrictions === undefined) return undefined;
  const names = known.get(identity) ?? new Map<string, Visibility | undefined>();
  known.set(identity, names);
  if (names.has(index)) return names.get(index);
  const visibility = readablePart(scope ?? [], restrictions, index);
  if (names.size >= MOST_NAMES) names.clear();
  names.set(index, visibility);
  return visibility;
}

/** The visible fields of an index; undefined if all are visible. */
export function visibleFieldsOf(
  identity: Identity,
  index: string,
): readonly GrantedFields[] | undefined {
  return visibilityOf(identity, index)?.fields;
}

/**
 * An update reads the old document and writes it back, so a user who sees only a part would
 * overwrite blindly.
 */
export function checkMayUpdate(identity: Identity, index: string): void {
  if (visibilityOf(identity, index) === undefined) return;
  throw partial(index, 'documents of it cannot be updated, only written whole');
}

/** Copying the files of an index would copy hidden documents too. */
export function checkSeesAll(identity: Identity, index: string): void {
  if (visibilityOf(identity, index) === undefined) return;
  throw partial(index, 'another index cannot be made of it');
}

/** Like `checkMayUpdate`, for requests that skip hidden documents. */
export function checkSeesWholeDocuments(identity: Identity, index: string): void {
  if (visibleFieldsOf(identity, index) === undefined) return;
  throw partial(index, 'documents of it cannot be written back');
}

function partial(index: string, why: string): ApiError {
  const reason = `only a part of index [${index}] can be seen: ${why}`;
  return new ApiError('security_exception', reason, { status: 403 });
}
