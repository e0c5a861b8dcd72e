/** The `join` field of an index, as seen by queries on parents and children. */
import { utf8 } from '@skein/bytes';
import type { JoinField } from '@skein/mapping';
import { booleanQuery, type Query, termQuery } from '@skein/search_library';
import type { QueryShardContext } from './query_shard_context.js';

export function joinField({ mapping }: QueryShardContext): JoinField | undefined {
  return mapping.joinField;
}

/** The parent relation of a child relation. */
export function parentOf({ relations }: JoinField, child: string): string | undefined {
  return [...relations].find(([, children]) => children.includes(child))?.[0];
}

/**
 * The name of the field that holds the ids of a relation's parents, in both parents and children.
 */
export function parentIds({ name }: JoinField, parent: string): string {
  return `${name}#${parent}`;
}

/** A query for all documents of the given relations. */
export function ofRelations({ name }: JoinField, relations: readonly string[]): Query {
  const should = relations.map((relation) => termQuery(name, utf8(relation)));
  const [only] = should;
  return only && should.length === 1 ? only : booleanQuery({ should, minimumShouldMatch: 1 });
}
