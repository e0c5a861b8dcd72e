/** `sum`: the compensated sum of all values. */
import { aggregationType } from '../aggregation_type.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { NumberCollector } from './number_collector.js';
import { type FormattedPart, formatOfParts } from './part_format.js';
import { scriptScores } from './script_scores.js';
import { isOnlyValue, singleValue } from './single_value.js';
import { reduceSums, type SumsPart, SumsState, scaledSumsPart } from './sums.js';

type SumPart = SumsPart & FormattedPart;

export const sum = aggregationType<ValuesOptions, SumPart>({
  name: 'sum',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse: (json, context) => readValues(json, context),
  needsScores: scriptScores,
  mergesSegments: () => true,
  collector({ options }, { shard }) {
    const { source, format } = resolveNumbers(options, shard, 'sum', 'sums');
    const state = new SumsState();
    return new NumberCollector(
      source,
      {
        reserve: (buckets) => state.reserve(buckets),
        add: (rows, owners) => state.add(rows, owners),
        addSlots: (found) => state.addSlots(found),
        addKnown: (known) => state.addKnown(known),
        build: (owners) => ({ ...state.build(owners), format }),
      },
      shard.searcher,
    );
  },
  reduce: (_node, inputs, { owners }) => ({
    ...reduceSums(inputs, owners),
    format: formatOfParts(inputs),
  }),
  scaled: scaledSumsPart,
  render: (_node, { part, owner }) => singleValue(part.sums[owner], part.format),
  value: (_node, { part, owner }, property) =>
    isOnlyValue(property) ? part.sums[owner] : undefined,
});
