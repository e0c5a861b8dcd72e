/** Parameters of analyzed fields: analyzers, index options, similarity. */
import type { Analyzer } from '@skein/analysis';
import { expectDefined } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { isJsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { PostingsDetail, Similarity } from '@skein/search_library';
import { javaText } from '../tree/java_text.js';
import type { FieldTypeContext } from './field_type.js';
import type { PrefixLengths } from './gram_analyzers.js';
import { parseJavaDouble } from './java_number.js';
import {
  decimal,
  flag,
  integer,
  mappingInteger,
  oneOf,
  type Parameter,
  type ParameterPlace,
  text,
} from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import type { Fielddata } from './text_queries.js';

/** A built-in similarity, or one defined in the index settings. */
export const similarity: Parameter = {
  name: 'similarity',
  default: null,
  updatable: false,
  acceptsNull: true,
  parse: (value, { path }, context) => {
    if (value === null || context.similarity(javaText(value)) !== undefined) return value;
    throw new ApiError(
      'mapper_parsing_exception',
      `Unknown Similarity type [${javaText(value)}] for field [${path}]`,
    );
  },
};

function analyzerParameter(name: string, options: Partial<Parameter>): Parameter {
  const parse = (
    value: JsonValue,
    _place: ParameterPlace,
    context: FieldTypeContext,
  ): JsonValue => {
    if (value === 'default') return value;
    const analyzer = context.analyzer(javaText(value));
    if (analyzer === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        `analyzer [${javaText(value)}] has not been configured in mappings`,
      );
    }
    if (name === 'analyzer' && analyzer.searchOnly !== undefined) {
      throw new ApiError(
        'mapper_exception',
        `analyzer [${analyzer.name}] contains filters [${analyzer.searchOnly.join(', ')}] that are not allowed to run in index time mode.`,
      );
    }
    return javaText(value);
  };
  return { ...text(name, 'default'), ...options, parse };
}

/**
 * Each analyzer defaults to the previous one; the search analyzer defaults first to the index's
 * `default_search`.
 */
export const analyzers: readonly Parameter[] = [
  analyzerParameter('analyzer', {
    showAlso: (values) =>
      values.get('analyzer') !== values.get('search_analyzer') ||
      values.get('analyzer') !== values.get('search_quote_analyzer'),
  }),
  analyzerParameter('search_analyzer', {
    updatable: true,
    defaultFrom: (values, context) => {
      const named = context.analyzer('default_search') !== undefined;
      return !values.isConfigured('analyzer') && named ? 'default_search' : values.get('analyzer');
    },
    showAlso: (values) => values.get('search_analyzer') !== values.get('search_quote_analyzer'),
  }),
  analyzerParameter('search_quote_analyzer', {
    updatable: true,
    defaultFrom: (values, context) => {
      const named = context.analyzer('default_search_quoted') !== undefined;
      return !values.isConfigured('search_analyzer') && !values.isConfigured('analyzer') && named
        ? 'default_search_quoted'
        : values.get('search_analyzer');
    },
  }),
];

const NO_GAP_GIVEN = -1;

/** Refuses a gap given for a field whose index has no positions. */
export function checkGap(path: string, values: ParameterValues): void {
  if (!values.isConfigured('position_increment_gap')) return;
  const detail = postingsDetail(values);
  if (values.flag('index') && (detail === 'positions' || detail === 'offsets')) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Cannot set position_increment_gap on field [${path.slice(path.lastIndexOf('.') + 1)}] without positions enabled`,
  );
}

export const positionIncrementGap: Parameter = {
  ...integer('position_increment_gap', NO_GAP_GIVEN),
  defaultFrom: () => 100,
  explicit: true,
};

const DETAILS: readonly PostingsDetail[] = ['positions', 'docs', 'freqs', 'offsets'];

export const indexOptions = oneOf('index_options', DETAILS, { fallback: 'positions' });

/** The details of postings by the value of `index_options`. */
export function postingsDetail(values: ParameterValues): PostingsDetail {
  const given = values.text('index_options');
  return expectDefined(
    DETAILS.find((detail) => detail === given),
    'index_options are checked when parsed',
  );
}

export const termVector = oneOf(
  'term_vector',
  [
    'no',
    'yes',
    'with_positions',
    'with_offsets',
    'with_positions_offsets',
    'with_positions_payloads',
    'with_positions_offsets_payloads',
  ],
  { fallback: 'no' },
);

/** Norms can be disabled but not enabled again. */
export const norms = flag('norms', true, {
  mayChange: (from, to) => from === true && to === false,
});

/** The frequencies that select every term. */
const ALL_FREQUENCIES = { min: 0, max: 2_147_483_647, min_segment_size: 0 };

/** `{min, max, min_segment_size}`: selects the terms of fielddata. */
export const fielddataFrequencyFilter: Parameter = {
  name: 'fielddata_frequency_filter',
  default: null,
  updatable: true,
  parse: (value, { path }) => {
    if (!isJsonObject(value)) {
      throw new ApiError(
        'mapper_parsing_exception',
        '[fielddata_frequency_filter] must be an object',
      );
    }
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(ALL_FREQUENCIES, key)) continue;
      throw new ApiError(
        'mapper_parsing_exception',
        `Mapping definition for [${path}] has unsupported parameters:  [${key} : ${String(value[key])}]`,
      );
    }
    const numbers = Object.entries(ALL_FREQUENCIES).map(([key, fallback]) => {
      const given = value[key] ?? null;
      return [key, given === null ? fallback : parseJavaDouble(String(given))];
    });
    return Object.fromEntries(numbers);
  },
};

/** The terms that make up values, for a field with `fielddata`. */
export function fielddataValues(path: string, values: ParameterValues): Fielddata {
  if (!values.flag('fielddata')) return {};
  if (!values.flag('index')) {
    throw new ApiError(
      'illegal_argument_exception',
      `Cannot enable fielddata on a [text] field that is not indexed: [${path}]`,
    );
  }
  const given = values.get('fielddata_frequency_filter');
  const filter = isJsonObject(given) ? given : ALL_FREQUENCIES;
  const min = Number(filter.min);
  const max = Number(filter.max);
  const minSegmentSize = Number(filter.min_segment_size);
  return { values: { kind: 'term', uninverting: { min, max, minSegmentSize } } };
}

/** `{min_chars, max_chars}`: the lengths of indexed prefixes. */
export const indexPrefixes: Parameter = {
  name: 'index_prefixes',
  default: null,
  updatable: false,
  acceptsNull: true,
  parse: (value, { path }) => {
    if (value === null) return null;
    if (!isJsonObject(value)) {
      throw new ApiError('illegal_argument_exception', '[index_prefixes] must be an object');
    }
    const given = value;
    const min = mappingInteger(given.min_chars ?? 2);
    const max = mappingInteger(given.max_chars ?? 5);
    const problem = prefixProblem(min, max);
    if (problem) throw new ApiError('illegal_argument_exception', problem);
    for (const key of Object.keys(given)) {
      if (key === 'min_chars' || key === 'max_chars') continue;
      throw new ApiError(
        'mapper_parsing_exception',
        `Mapping definition for [${path}] has unsupported parameters:  [${key} : ${String(given[key])}]`,
      );
    }
    return { min_chars: min, max_chars: max };
  },
};

/** Undefined if prefixes are not indexed. */
export function prefixLengths(values: ParameterValues): PrefixLengths | undefined {
  const given = values.get('index_prefixes');
  if (!isJsonObject(given)) return undefined;
  return { min: Number(given.min_chars), max: Number(given.max_chars) };
}

function prefixProblem(min: number, max: number): string | undefined {
  if (min > max) return `min_chars [${min}] must be less than max_chars [${max}]`;
  if (min < 1) return `min_chars [${min}] must be greater than zero`;
  if (max >= 20) return `max_chars [${max}] must be less than 20`;
  return undefined;
}

export const textBoost = decimal('boost', 1, { updatable: true });

/** The similarity named by the field, else the `default` of the index settings. */
export function fieldSimilarity(
  values: ParameterValues,
  context: FieldTypeContext,
): Similarity | undefined {
  const name = values.text('similarity') ?? 'default';
  return context.similarity(name);
}

export interface FieldAnalyzers {
  readonly index: Analyzer;
  readonly search: Analyzer;
  readonly quote: Analyzer;
}

export function fieldAnalyzers(values: ParameterValues, context: FieldTypeContext): FieldAnalyzers {
  const search = values.text('search_analyzer') ?? 'default';
  const gap = values.isConfigured('position_increment_gap')
    ? values.number('position_increment_gap')
    : undefined;
  return {
    index: withGap(resolve(values.text('analyzer') ?? 'default', context), gap),
    search: search === 'default_search' ? context.defaultSearchAnalyzer : resolve(search, context),
    quote: resolve(values.text('search_quote_analyzer') ?? 'default', context),
  };
}

function resolve(name: string, context: FieldTypeContext): Analyzer {
  return name === 'default'
    ? context.defaultAnalyzer
    : (context.analyzer(name) ?? context.defaultAnalyzer);
}

function withGap(analyzer: Analyzer, gap: number | undefined): Analyzer {
  if (gap === undefined || gap === analyzer.positionIncrementGap) return analyzer;
  return {
    name: analyzer.name,
    positionIncrementGap: gap,
    offsetGap: analyzer.offsetGap,
    attributes: analyzer.attributes ?? [],
    forbidsGraphs: analyzer.forbidsGraphs === true,
    normalize: analyzer.normalize,
    analyze: (value) => analyzer.analyze(value),
    feed: analyzer.feed,
    feedAscii: analyzer.feedAscii,
    finder: analyzer.finder,
    shingles: analyzer.shingles,
  };
}
