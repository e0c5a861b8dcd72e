/** Binds the syntax of a query string to the fields of an index. */

import type { JsonValue } from '@skein/content';
import { checkClauseCount, type MappedField } from '@skein/mapping';
import {
  booleanQuery,
  boostQuery,
  disjunctionMaxQuery,
  isBoolean,
  isBoost,
  LeafCount,
  matchAllQuery,
  type Query,
} from '@skein/search_library';
import { existsFieldQuery } from '../queries/exists.js';
import { AUTO_FUZZINESS } from '../queries/fuzziness.js';
import type { FuzzyOptions } from '../queries/fuzzy_options.js';
import { NO_MATCHES } from '../queries/match_none.js';
import { searchAnalyzer, unmappedFieldQuery } from '../queries/match_options.js';
import { type MultiMatchType, matchInFields } from '../queries/multi_match.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { ALL_REGEXP_FLAGS, regexpFieldQuery, termRegexp } from '../queries/regexp.js';
import { withRewrite } from '../queries/rewrite_method.js';
import {
  type BoostedField,
  type BoostedName,
  boostedName,
  defaultFields,
  isLenient,
  resolveFields,
} from '../text/field_list.js';
import { fuzzyTextQuery } from '../text/fuzzy_words.js';
import { leniently } from '../text/leniently.js';
import { withMinimum } from '../text/minimum_should_match.js';
import { normalizedText } from '../text/normalized_text.js';
import { NO_WORDS, phraseTextQuery, wordsQuery } from '../text/text_query.js';
import { wholeTextQuery } from '../text/whole_text_query.js';
import { patternQuery } from './pattern.js';
import { occurrencesOf, type SyntaxClause, type SyntaxGroup, type SyntaxNode } from './syntax.js';

export interface QueryStringParams {
  /** The fields to search; if empty, the index's default fields. */
  readonly names: readonly BoostedName[];
  readonly defaultOperator: 'and' | 'or';
  readonly analyzer: string | undefined;
  readonly quoteAnalyzer: string | undefined;
  /** Phrases are searched in the field whose name has this suffix, if it exists. */
  readonly quoteFieldSuffix: string;
  readonly phrasesOfSynonyms: boolean;
  readonly phraseSlop: number;
  readonly tieBreaker: number;
  /** `undefined` means lenient if all fields are searched. */
  readonly lenient: boolean | undefined;
  readonly analyzeWildcard: boolean;
  readonly allowLeadingWildcard: boolean;
  readonly minimumShouldMatch: string | undefined;
  readonly timeZone: string | undefined;
  /** The method to search words in several fields. */
  readonly type: MultiMatchType;
  readonly fuzzy: FuzzyOptions;
  /** The scoring of prefixes, wildcards and regular expressions. */
  readonly rewrite: string | undefined;
  readonly maxDeterminizedStates: number;
}

interface Binding {
  readonly params: QueryStringParams;
  readonly context: QueryShardContext;
  readonly leaves: LeafCount;
}

export function bindQueryString(
  root: SyntaxGroup,
  params: QueryStringParams,
  context: QueryShardContext,
): Query {
  const binding = { params, context, leaves: new LeafCount(context.maxClauseCount) };
  const query = bindGroup(root, binding);
  if (query === NO_WORDS) return booleanQuery({});
  return withMinimumOf(query, params.minimumShouldMatch);
}

/**
 * Applies the minimum to the clauses of the whole query; for a one-word text, these are the words
 * its analyzer returns.
 */
function withMinimumOf(query: Query, minimum: string | undefined): Query {
  if (!isBoost(query)) return withMinimum(query, minimum);
  return boostQuery(withMinimumOf(query.query, minimum), query.boost);
}

function bindGroup({ clauses, startsBare }: SyntaxGroup, binding: Binding): Query {
  const bound: Record<SyntaxClause['occur'], Query[]> = { must: [], should: [], must_not: [] };
  const queries = clauses.map(({ node }) => bindNode(node, binding));
  const [first] = queries;
  // Clauses without words are ignored.
  const occurrences = occurrencesOf(clauses, (i) => queries[i] !== NO_WORDS);
  for (const [i, query] of queries.entries()) {
    const [clause, occur] = [clauses[i], occurrences[i]];
    if (clause === undefined || occur === undefined) continue;
    bound[occur].push(...(clausesInRow(clause.node, query) ?? [query]));
  }
  const { must, should, must_not: mustNot } = bound;
  const count = must.length + should.length + mustNot.length;
  if (count === 0) return NO_WORDS;
  checkClauseCount(count, binding.context.maxClauseCount);
  if (count === 1 && startsBare && first !== undefined && first !== NO_WORDS) return first;
  const filter = must.length + should.length === 0 ? [matchAllQuery()] : [];
  return booleanQuery({ must, should, filter, mustNot });
}

/** Words in a row are clauses of the group that contains them. */
function clausesInRow(node: SyntaxNode, query: Query): readonly Query[] | undefined {
  if (node.kind !== 'words' || !node.inRow || !isBoolean(query)) return undefined;
  return [...query.clauses.must, ...query.clauses.should];
}

function bindNode(node: SyntaxNode, binding: Binding): Query {
  if (node.kind === 'group') {
    return boostedWords(bindGroup(node, binding), node.boost);
  }
  const leaf = bindLeaf(node, binding);
  binding.leaves.add(leaf);
  return boostedWords(leaf, node.boost);
}

function boostedWords(query: Query, boost: number): Query {
  return query === NO_WORDS ? query : boosted(query, boost);
}

type SyntaxLeaf = Exclude<SyntaxNode, { kind: 'group' }>;

function bindLeaf(node: SyntaxLeaf, binding: Binding): Query {
  const isName = node.kind === 'words' || node.kind === 'phrase';
  if (node.field === '_exists_' && isName) return existsFieldQuery(node.text, binding.context);
  if (node.kind === 'pattern' && node.text === '*') {
    return bindAnything(node.field, binding);
  }
  const { fields, lenient } = fieldsOf(node.field, binding);
  if (node.kind === 'words' && !PER_FIELD_TYPES.has(binding.params.type) && fields.length > 0) {
    return matchInFields(fields, wordsOf(node.text, lenient, binding.params), binding.context);
  }
  const queries = fields
    .map((each) =>
      boostedWords(
        leniently(lenient, each.field.name, () =>
          bindInField(node, each.field, { ...binding, lenient }),
        ),
        each.boost,
      ),
    )
    .filter((query) => query !== NO_WORDS);
  const [only] = queries;
  if (!only && fields.length > 0) return NO_WORDS;
  if (!only) return unmappedFieldQuery(node.field ?? onlyName(binding));
  return queries.length === 1 ? only : disjunctionMaxQuery(queries, binding.params.tieBreaker);
}

/** The name of the field in messages; Java prints `null` if there are several. */
function onlyName({ params, context }: Binding): string {
  const names = params.names.length === 0 ? defaultFields(context) : params.names;
  return names.length === 1 ? (names[0]?.name ?? '') : 'null';
}

/**
 * `*` matches documents that have the field, or any of the default fields; for all fields, every
 * document.
 */
function bindAnything(field: string | undefined, binding: Binding): Query {
  const { params, context } = binding;
  if (field === '*') return matchAllQuery();
  if (field !== undefined) return existsFieldQuery(field, context);
  const names = params.names.length === 0 ? defaultFields(context) : params.names;
  if (names.some(({ name }) => name === '*')) return matchAllQuery();
  const queries = fieldsOf(undefined, binding).fields.map((each) =>
    boosted(existsFieldQuery(each.field.name, context), each.boost),
  );
  const [only] = queries;
  if (only === undefined) return unmappedFieldQuery(names.map(({ name }) => name).join(','));
  return queries.length === 1 ? only : disjunctionMaxQuery(queries, params.tieBreaker);
}

/** The types that search words in each field separately, as plain words. */
const PER_FIELD_TYPES: ReadonlySet<MultiMatchType> = new Set(['best_fields', 'most_fields']);

function wordsOf(value: string, lenient: boolean, params: QueryStringParams) {
  return {
    query: 'query_string',
    value,
    lenient,
    type: params.type,
    operator: params.defaultOperator,
    minimumShouldMatch: undefined,
    analyzer: params.analyzer,
    zeroTerms: 'none' as const,
    phrasesOfSynonyms: params.phrasesOfSynonyms,
    tieBreaker: params.tieBreaker,
    slop: params.phraseSlop,
    maxExpansions: params.fuzzy.maxExpansions,
    fuzzy: { ...params.fuzzy, fuzziness: undefined },
  };
}

interface NodeFields {
  readonly fields: readonly BoostedField[];
  readonly lenient: boolean;
}

function fieldsOf(field: string | undefined, { params, context }: Binding): NodeFields {
  const names = params.names.length === 0 ? defaultFields(context) : params.names;
  const wanted = field === undefined ? names : [boostedName(field)];
  return { fields: resolveFields(wanted, context), lenient: isLenient(params.lenient, names) };
}

type FieldBinding = Pick<Binding, 'params' | 'context'>;

function bindInField(
  node: SyntaxLeaf,
  named: MappedField,
  { params, context, lenient }: FieldBinding & Pick<NodeFields, 'lenient'>,
): Query {
  const { quoteFieldSuffix: suffix } = params;
  const isQuoted = node.kind === 'phrase' && suffix !== '';
  const field = (isQuoted ? context.mapping.field(named.name + suffix) : undefined) ?? named;
  if (node.kind === 'range') {
    const limit = (text: JsonValue | undefined) =>
      typeof text === 'string' ? termText(text, field, { params, context }) : text;
    const bounds = { ...node, lower: limit(node.lower), upper: limit(node.upper) };
    return field.rangeQuery({ ...bounds, timeZone: params.timeZone }, context);
  }
  if (node.kind === 'pattern') {
    const analyzer = searchAnalyzer(context, field, {
      query: 'query_string',
      analyzer: params.analyzer,
    });
    const query = patternQuery(node.text, { field, analyzer, context }, params);
    return withRewrite(query, params.rewrite);
  }
  if (node.kind === 'regexp' || node.kind === 'fuzzy') {
    return inexactInField(node, field, { params, context });
  }
  const quote = node.kind === 'phrase';
  const asked = quote ? (params.quoteAnalyzer ?? params.analyzer) : params.analyzer;
  if (!field.cutsQueries && asked === undefined) return wholeTextQuery(field, node.text, context);
  const analyzer = searchAnalyzer(context, field, {
    query: 'query_string',
    analyzer: asked,
    quote,
  });
  const target = { field, analyzer, context, lenient };
  if (node.kind === 'phrase') {
    const slop = node.slop ?? params.phraseSlop;
    return phraseTextQuery(target, node.text, { slop, zeroTerms: 'none' });
  }
  return wordsQuery(target, node.text, {
    operator: params.defaultOperator,
    minimumShouldMatch: undefined,
    zeroTerms: 'none',
    phrasesOfSynonyms: params.phrasesOfSynonyms,
  });
}

/** Builds fuzzy words and regular expressions, normalized like the field's terms. */
function inexactInField(
  node: Extract<SyntaxLeaf, { kind: 'regexp' | 'fuzzy' }>,
  field: MappedField,
  { params, context }: FieldBinding,
): Query {
  const text = termText(node.text, field, { params, context });
  if (node.kind === 'regexp') {
    if (!takesPatterns(field)) return NO_MATCHES;
    const expression = {
      expression: text,
      flags: ALL_REGEXP_FLAGS,
      caseInsensitive: false,
      maxDeterminizedStates: params.maxDeterminizedStates,
    };
    const query =
      field.completes === undefined
        ? regexpFieldQuery(field, expression, context)
        : termRegexp(field.spec.name, expression, context);
    return withRewrite(query, params.rewrite);
  }
  const fuzziness = node.fuzziness ?? params.fuzzy.fuzziness ?? AUTO_FUZZINESS;
  return fuzzyTextQuery({ field, context }, text, { ...params.fuzzy, fuzziness });
}

/** Fields without terms of their values are not refused here, since no term of them matches. */
function takesPatterns({ name, hasTerms, isText, values: { kind } }: MappedField): boolean {
  if (!hasTerms || name === '_id' || name === '_field_names') return false;
  return isText || !WITHOUT_PATTERNS.has(kind);
}

const WITHOUT_PATTERNS: ReadonlySet<MappedField['values']['kind']> = new Set([
  'number',
  'instant',
  'truth',
  'point',
  'shape',
  'plane',
  'bytes',
  'address',
  'range',
]);

/**
 * Normalizes the text like the field's terms; an analyzer named in the query applies to every
 * field.
 */
function termText(text: string, field: MappedField, { params, context }: FieldBinding): string {
  if (!field.isText && params.analyzer === undefined) return text;
  const asked = { query: 'query_string', analyzer: params.analyzer };
  return normalizedText(searchAnalyzer(context, field, asked), text);
}

function boosted(query: Query, boost: number): Query {
  return boost === 1 ? query : boostQuery(query, boost);
}

/** The query of an empty query string. */
export const emptyQueryString = (): Query => NO_WORDS;
