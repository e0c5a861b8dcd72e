/** All script contexts. */
export { aggregationSelector } from './aggregation_selector.js';
export { aggs } from './aggs.js';
export { aggsCombine } from './aggs_combine.js';
export { aggsInit } from './aggs_init.js';
export { aggsMap } from './aggs_map.js';
export { aggsReduce } from './aggs_reduce.js';
export { analysis } from './analysis.js';
export { bucketAggregation } from './bucket_aggregation.js';
export { derivedField } from './derived_field.js';
export { field } from './field.js';
export { filter } from './filter.js';
export { ingest } from './ingest.js';
export { interval } from './interval.js';
export { movingFunction } from './moving_function.js';
export { numberSort } from './number_sort.js';
export { painlessTest } from './painless_test.js';
export { processorConditional } from './processor_conditional.js';
export {
  booleanField,
  compositeField,
  dateField,
  doubleField,
  geoPointField,
  ipField,
  keywordField,
  longField,
} from './runtime_fields.js';
export { score } from './score.js';
export { scriptHeuristic } from './script_heuristic.js';
export { search } from './search.js';
export { similarity } from './similarity.js';
export { similarityWeight } from './similarity_weight.js';
export { stringSort } from './string_sort.js';
export { template } from './template.js';
export { termsSet } from './terms_set.js';
export { update } from './update.js';
