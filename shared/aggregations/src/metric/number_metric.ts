/** The common members of metrics that read nothing but the numbers of a field or a script. */
import type { AggregationType } from '../aggregation_type.js';
import { isUnscripted } from '../values/unscripted.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { scriptScores } from './script_scores.js';

export const NUMBER_METRIC: Pick<
  AggregationType<ValuesOptions>,
  'takesValues' | 'takes' | 'parse' | 'needsScores' | 'isShort' | 'mergesSegments'
> = {
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse: (json, context) => readValues(json, context),
  needsScores: scriptScores,
  isShort: isUnscripted,
  mergesSegments: () => true,
};
