/**
 * The accepted differences of aggregations, each with its heading in
 * docs/conformance/differences.md.
 */
import {
  autoAsMonths,
  clustersAsRanges,
  diverseAsAll,
  exactPercentiles,
  matrixAsFilters,
  missingAsFilters,
  outerAutoAsMonths,
  rareAsTerms,
  ringsInOrder,
  samplersAsFilters,
  type Without,
  withAggregation,
  withAllTerms,
  withBareClusters,
  withField,
  withInnerOfAutoHistograms,
  withInnerOfSamplers,
  withObjects,
  withoutBoundsOfRanges,
  withoutGaps,
  withTexts,
} from './proofs.ts';
import type { Difference } from './report.ts';

export interface Explanation {
  readonly heading: string;
  readonly applies: (difference: Difference) => boolean;
  /**
   * Removes the cause from the request, which must then be answered alike. Absent when the
   * difference itself shows its cause.
   */
  readonly without?: Without;
}

export const textOf = ({ shrunk }: Difference) => JSON.stringify([shrunk.before, shrunk.body]);

/** The date and number fields of the area's documents. */
const DATES_AND_NUMBERS = [
  'nanos',
  'at',
  'local',
  'distance',
  'hour',
  'delay',
  'several',
  'temp',
  'humid',
  'big',
];

const INSIDE_OF_MISSING = /\/buckets\/[^/]+\/(?:.*\/)?(?:\w+#)?missing_N\/[\w#]+_N\//;

export const OF_AGGREGATIONS: readonly Explanation[] = [
  {
    heading: 'Negative numbers in percentiles with `hdr`',
    applies: ({ kind }) =>
      /^reason \| (HTTP 500 .*array_index_out_of_bounds_exception: The value \S+ is out of bounds for histogram), current covered range .*Negative values cannot be recorded \|\| \1: Negative values cannot be recorded$/s.test(
        kind,
      ),
  },
  {
    heading: 'Unsorted rings of `geo_distance`',
    without: ringsInOrder,
    applies: ({ kind }) => /[/#]geo_distance_N\/buckets\/[^/]+\//.test(kind),
  },
  {
    heading: 'Samplers without sub-aggregations',
    applies: ({ kind }) =>
      /^status \| HTTP 200 \|\| HTTP 500 .*Sampler aggregation must be used with child aggregations\.$/.test(
        kind,
      ),
  },
  {
    heading: 'Samplers without sub-aggregations',
    without: withInnerOfSamplers,
    applies: ({ kind }) =>
      /^\w+ \| HTTP \d+ .* \|\| HTTP 500 .*Sampler aggregation must be used with child aggregations\.$/.test(
        kind,
      ),
  },
  {
    heading: 'Which of several faults is named',
    without: withoutBoundsOfRanges,
    applies: (one) =>
      /^\w+ \| HTTP 400 \S+parse_exception: failed to parse date field .* \|\| HTTP [45]/.test(
        one.kind,
      ) && /"aggs":.*"range":/.test(textOf(one)),
  },
  {
    heading: 'Which of several faults is named',
    without: (found) =>
      DATES_AND_NUMBERS.reduce((one, field) => withField(field, 'carrier')(one), found),
    applies: ({ kind }) =>
      /(?:parse_exception: failed to parse date field|failed to create query: For input string:) .* \|\| HTTP 400 .*Failed to parse query \[/.test(
        kind,
      ),
  },
  {
    heading: 'Which of several faults is named',
    without: withAggregation('weighted_avg', () => ({ value_count: { field: 'carrier' } })),
    applies: ({ kind }) =>
      /^\w+ \| HTTP 4.* \|\| HTTP 400 .*Field \[\S+\] of type \[geo_point\] is not supported for aggregation \[weighted_avg\]$/.test(
        kind,
      ),
  },
  {
    heading: '`now` in the background filter of `significant_text`',
    without: withTexts((text) => text.replace(/^now\b.*/, '2024-01-01')),
    applies: ({ kind }) =>
      /parse_exception: could not read the current timestamp \|\| HTTP /.test(kind),
  },
  {
    heading: 'Valid requests that OpenSearch answers with status 500',
    without: samplersAsFilters,
    applies: ({ kind }) => /because "this\.scorer" is null \|\| HTTP [45]/.test(kind),
  },
  {
    heading: 'The count in `too_many_buckets_exception`',
    applies: ({ kind }) =>
      /^reason \| HTTP 503 \S+too_many_buckets_exception: Trying .* \|\| HTTP 503 \S+too_many_buckets_exception: Trying /s.test(
        kind,
      ),
  },
  {
    heading: 'Sub-aggregations of an `adjacency_matrix` inside other buckets',
    without: matrixAsFilters,
    applies: ({ kind }) =>
      /\/buckets\/[^/]+\/(?:.*\/)?(?:\w+#)?adjacency_matrix_N\/buckets\/[^/]+\/\w/.test(kind),
  },
  {
    heading: 'Sub-aggregations of `rare_terms` inside other buckets',
    without: rareAsTerms,
    applies: ({ kind }) =>
      /\/buckets\/[^/]+\/(?:.*\/)?(?:\w+#)?rare_terms_N\/buckets\/\*\/[\w#]+_N\//.test(kind),
  },
  {
    heading: 'Background filters and nested objects',
    without: withObjects(({ background_filter: _left, ...rest }) => rest),
    applies: (one) =>
      /[/#]significant_(?:terms|text)_N\/bg_count \| /.test(one.kind) &&
      /"background_filter"/.test(textOf(one)),
  },
  {
    heading: 'Sub-aggregations of merged buckets of `auto_date_histogram`',
    without: autoAsMonths,
    applies: ({ kind }) =>
      /[/#]auto_date_histogram_N\/buckets\/\*\/(?:.*\/)?(?:\w+#)?(?:terms|multi_terms|significant_terms|significant_text|rare_terms|histogram|date_histogram|geohash_grid|geotile_grid|top_hits|matrix_stats)_N\//.test(
        kind,
      ),
  },
  {
    heading: 'Sub-aggregations of merged buckets of `auto_date_histogram`',
    without: outerAutoAsMonths,
    applies: ({ kind }) =>
      /[/#]auto_date_histogram_N\/buckets\/\*\/(?:.*\/)?(?:\w+#)?auto_date_histogram_N\//.test(
        kind,
      ),
  },
  {
    heading: 'Estimates',
    without: exactPercentiles,
    applies: ({ kind }) => /[/#]percentiles_N\/values\//.test(kind),
  },
  {
    heading: 'Documents that a `diversified_sampler` considers equal',
    without: diverseAsAll,
    applies: ({ kind }) => /\/(?:\w+#)?diversified_sampler_N\//.test(kind),
  },
  {
    heading: 'Sub-aggregations of a `variable_width_histogram`',
    without: clustersAsRanges,
    applies: ({ kind }) => /[/#]variable_width_histogram_N\/buckets\/\*\/.*\w_N\//.test(kind),
  },
  {
    heading: 'Sub-aggregations of a `variable_width_histogram`',
    without: clustersAsRanges,
    applies: (one) =>
      /^status \| HTTP 503 .*too_many_buckets_exception: .* \|\| HTTP 200$/s.test(one.kind) &&
      /"variable_width_histogram":/.test(textOf(one)),
  },
  {
    heading: 'Sub-aggregations of a `variable_width_histogram`',
    without: (found) => clustersAsRanges(diverseAsAll(found)),
    applies: ({ kind }) =>
      /[/#]variable_width_histogram_N\/buckets\/\*\/(?:.*\/)?(?:\w+#)?diversified_sampler_N\//.test(
        kind,
      ),
  },
  {
    heading: 'Options of a `variable_width_histogram` on other nodes and in the request cache',
    without: withBareClusters,
    applies: ({ kind }) =>
      /[/#]variable_width_histogram_N\/buckets(?:\/\*\/(?:key|min|max|doc_count))? \| /.test(kind),
  },
  {
    heading: 'Sub-aggregations of a `missing` aggregation over an unmapped field',
    without: missingAsFilters,
    applies: ({ kind }) => INSIDE_OF_MISSING.test(kind),
  },
  {
    heading: 'Sub-aggregations of a `missing` aggregation over an unmapped field',
    without: (found) => missingAsFilters(clustersAsRanges(found)),
    applies: (one) =>
      INSIDE_OF_MISSING.test(one.kind) && /"variable_width_histogram":/.test(textOf(one)),
  },
  {
    heading: 'Places where a `variable_width_histogram` is allowed',
    applies: ({ kind }) =>
      /^status \| HTTP 400 .*\[variable_width_histogram\] cannot be nested inside an aggregation that collects more than a single bucket\. \|\| HTTP 200$/.test(
        kind,
      ),
  },
  {
    heading: 'Places where a `variable_width_histogram` is allowed',
    applies: (one) =>
      /^reason \| .*\[variable_width_histogram\] cannot be nested inside .* \|\| .*Sample diversifying key must be a single valued-field$/.test(
        one.kind,
      ) && /"diversified_sampler":.*"variable_width_histogram":/.test(textOf(one)),
  },
  {
    heading: 'Numbers in `significant_text`',
    applies: ({ kind }) =>
      /Field \[\S+\] of type \[\w+\] is not supported for aggregation \[significant_text\]$/.test(
        kind,
      ),
  },
  {
    heading: 'Count errors of one document in `terms`',
    without: withAllTerms,
    applies: ({ kind }) => /_?terms_N\/buckets\/\*\/doc_count_error_upper_bound \| /.test(kind),
  },
  {
    heading: 'Significant terms and suggestions with equal scores',
    without: withAllTerms,
    applies: ({ kind }) => /[/#]significant_(?:terms|text)_N\/buckets/.test(kind),
  },
  {
    heading: '`auto_date_histogram` under a range of its own field',
    without: withInnerOfAutoHistograms,
    applies: (one) => /[/#]auto_date_histogram_N\//.test(one.kind) && /"range":/.test(textOf(one)),
  },
  {
    heading: 'Scores inside `rare_terms` of nested objects',
    applies: ({ kind }) =>
      /^\w+ \| HTTP 500 .*in \[depth_first\] mode, which the RareTerms agg cannot do\. \|\| HTTP /.test(
        kind,
      ),
  },
  {
    heading: 'Background counts of significant terms in empty buckets',
    without: (found) => withoutGaps(autoAsMonths(found)),
    applies: ({ kind }) =>
      /histogram_N\/buckets\/.*\/(?:\w+#)?significant_(?:terms|text)_N\/bg_count \| /.test(kind),
  },
  {
    heading: '`meta` of aggregations that no shard executes',
    applies: ({ kind }) => /\/meta \| \{\} \|\| nothing/.test(kind),
  },
  {
    heading: 'Sub-aggregations of merged buckets of `auto_date_histogram`',
    without: (found) => autoAsMonths(clustersAsRanges(found)),
    applies: (one) =>
      /^status \| HTTP 400 .*script_exception: runtime error \|\| HTTP 200$/.test(one.kind) &&
      /"scripted_metric":/.test(textOf(one)),
  },
];
