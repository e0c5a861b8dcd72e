/**
 * Lists and closes the caller's scrolls and points in time of this node, and closes those on any
 * node.
 */
import type { Identity } from '../../security/mod.js';
import type { OpenPointInTime } from '../contract.js';
import type { SearchCaller } from '../search_caller.js';
import type { ClosedContext } from './context_calls.js';
import type { HeldContextKind } from './context_id.js';
import type { ContextTable } from './context_table.js';

/** `ids`: undefined closes all of the caller's. */
export function closeHere(
  kind: HeldContextKind,
  ids: readonly string[] | undefined,
  { options, parts }: SearchCaller,
): readonly ClosedContext[] {
  const { scrolls, pointsInTime } = parts.contexts;
  const { identity } = options;
  return kind === 'scroll' ? closeIn(scrolls, ids, identity) : closeIn(pointsInTime, ids, identity);
}

/** Closes contexts on any node, in the order asked; `ids`: undefined closes all of the caller's. */
export async function closeContexts(
  kind: HeldContextKind,
  ids: readonly string[] | undefined,
  caller: SearchCaller,
): Promise<readonly ClosedContext[]> {
  const { remoteContexts } = caller.parts;
  const here = ids?.filter((id) => remoteContexts.ownerOf(kind, id) === undefined);
  const closed = [
    ...closeHere(kind, here, caller),
    ...(await remoteContexts.close(kind, ids, caller.options)),
  ];
  if (ids === undefined) return closed;
  const places = new Map(ids.map((id, place) => [id, place]));
  return closed.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function closeIn<T>(
  table: ContextTable<T>,
  ids: readonly string[] | undefined,
  identity: Identity,
): readonly ClosedContext[] {
  const wanted = ids ?? table.ownedBy(identity).map(({ text }) => text);
  return wanted.map((id) => {
    const context = table.find(id, identity);
    const shards = context?.held.size ?? 0;
    if (context) table.close(context);
    return { id, wasOpen: context !== undefined, shards };
  });
}

export function listHere({ options, parts }: SearchCaller): readonly OpenPointInTime[] {
  return parts.contexts.pointsInTime
    .ownedBy(options.identity)
    .map(({ text, createdMs, keepAliveMs }) => ({ id: text, createdMs, keepAliveMs }));
}
