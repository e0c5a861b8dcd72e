/**
 * What of an index an identity may see, by the restrictions its roles put into its token. Nothing
 * is worked out for those without.
 */

import { ApiError } from '@skein/errors';
import { type GrantedFields, readablePart } from '@skein/oauth';
import type { Visibility } from '@skein/search';
import type { Identity } from './contract.js';

/** Names remembered for an identity. */
const MOST_NAMES = 1000;

const known = new WeakMap<Identity, Map<string, Visibility | undefined>>();

/** `undefined`: all of it. `index`: a concrete name. */
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

/** The fields of an index that can be seen; `undefined`: all. */
export function visibleFieldsOf(
  identity: Identity,
  index: string,
): readonly GrantedFields[] | undefined {
  return visibilityOf(identity, index)?.fields;
}

/**
 * An update tells what was there before and writes it back: who sees a part of it would do so
 * blindly.
 */
export function checkMayUpdate(identity: Identity, index: string): void {
  if (visibilityOf(identity, index) === undefined) return;
  throw partial(index, 'documents of it cannot be updated, only written whole');
}

/** The files of an index as they are have all of it. */
export function checkSeesAll(identity: Identity, index: string): void {
  if (visibilityOf(identity, index) === undefined) return;
  throw partial(index, 'another index cannot be made of it');
}

/** As `checkMayUpdate`, where documents that are not seen are left alone. */
export function checkSeesWholeDocuments(identity: Identity, index: string): void {
  if (visibleFieldsOf(identity, index) === undefined) return;
  throw partial(index, 'documents of it cannot be written back');
}

function partial(index: string, why: string): ApiError {
  const reason = `only a part of index [${index}] can be seen: ${why}`;
  return new ApiError('security_exception', reason, { status: 403 });
}
