/** `children`: maps parents to their children of a type. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Draft } from '@skein/reading';
import type { AggregationShard } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import { childrenOf } from '../collect/children.js';
import { readTokens } from '../options/token_fields.js';
import { type Join, JoinCollector } from './join_docs.js';
import { SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

export interface JoinOptions {
  readonly child: string;
}

export function readJoin(json: JsonObject, context: ParseContext): JoinOptions {
  const draft: Draft<JoinOptions, 'child'> = { child: undefined };
  const type = (value: string): void => {
    draft.child = value;
  };
  readTokens(json, { string: { type } }, { context });
  const { child } = draft;
  if (child !== undefined) return { child };
  throw new ApiError(
    'parsing_exception',
    `Missing [child_type] field for ${context.type} aggregation [${context.name}]`,
  );
}

/** The join of a child relation; `undefined` if the index has no such relation. */
export function joinTo(
  { mapping }: AggregationShard,
  child: string,
): (Omit<Join, 'from' | 'to'> & { readonly parent: string }) | undefined {
  const family = mapping.joinField;
  const parent =
    family && [...family.relations].find(([, children]) => children.includes(child))?.[0];
  if (family === undefined || parent === undefined) return undefined;
  return { field: family.name, ids: `${family.name}#${parent}`, parent };
}

export const children = aggregationType<JoinOptions, SinglePart>({
  ...SINGLE_BUCKET,
  name: 'children',
  parse: readJoin,
  collector(node, scope) {
    const { child } = node.options;
    const join = joinTo(scope.shard, child);
    const down = join && { ...join, from: [join.parent], to: [child] };
    return new JoinCollector(down, scope.shard, childrenOf(node, scope));
  },
});
