/**
 * `counted_terms`, an aggregation of Elasticsearch. It is like `terms`, but a term of a
 * `counted_keyword` field counts as often as a document has it.
 */
import type { JsonObject } from '@skein/content';
import { into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { CollectScope } from '../../collect/collector.js';
import { positive } from '../../options/counts.js';
import { finished, newShape } from '../../options/terms_shape.js';
import { countedTerms as counted } from '../../values/counted_terms.js';
import { refuse, resolveValues, type Values } from '../../values/resolve_values.js';
import { readValues } from '../../values/values_options.js';
import { TERMS } from './terms.js';
import { TermsCollector } from './terms_collector.js';
import type { TermsOptions } from './terms_options.js';
import type { TermsPart } from './terms_part.js';

function parse(json: JsonObject, context: ParseContext): TermsOptions {
  const draft = newShape();
  const own = { size: into(draft, 'size', 'number', positive('size', context)) };
  const values = readValues(json, context, { own, timeZones: false });
  const choice = { include: undefined, exclude: undefined };
  return { ...values, ...finished(draft), ...choice, hint: undefined, mode: undefined };
}

function valuesOf({ options }: AggregationNode<TermsOptions>, { shard }: CollectScope): Values {
  const accepts = { type: 'counted_terms', kinds: ['term'], standard: 'term' } as const;
  const values = resolveValues(options, shard, accepts);
  const field = options.field === undefined ? undefined : shard.mapping.field(options.field);
  if (field && values.kind === 'term' && values.text !== 'text') refuse(field, accepts);
  const counts = field?.values.kind === 'term' ? field.values.counts : undefined;
  if (values.kind !== 'term' || counts === undefined) return values;
  return { ...values, source: counted(values.source, counts) };
}

export const countedTerms = aggregationType<TermsOptions, TermsPart>({
  ...TERMS,
  name: 'counted_terms',
  takesValues: ['bytes'],
  parse,
  seesAllDocuments: () => false,
  mergesSegments: () => false,
  collector: (node, scope) => new TermsCollector(node, scope, valuesOf),
});
