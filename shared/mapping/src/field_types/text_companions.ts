/**
 * Companion fields of a `text` that answer some of its queries, as in OpenSearch's TextFieldMapper:
 * `._index_prefix` has prefixes of its words (`index_prefixes`), `._index_phrase` its pairs of
 * neighboring words (`index_phrases`).
 */
import { utf8 } from '@skein/bytes';
import { illegalArgument } from '@skein/errors';
import {
  booleanQuery,
  constantScoreQuery,
  type FieldSpec,
  termQuery,
  wildcardQuery,
} from '@skein/search_library';
import { analyzedField } from './analyzed_field.js';
import { fieldSpec } from './field_spec.js';
import type { Beginnings, FieldTypeContext, MappedField } from './field_type.js';
import { edgePrefixes, type PrefixLengths, shingles } from './gram_analyzers.js';
import { phraseInGrams } from './gram_phrases.js';
import type { ParameterValues } from './parameter_values.js';
import { escapeWildcards } from './term_field.js';
import {
  fieldAnalyzers,
  fieldSimilarity,
  postingsDetail,
  prefixLengths,
} from './text_parameters.js';

const NO_FIELDDATA = { isOffered: false };
const PAIR = 2;

const prefixesOf = (path: string): string => `${path}._index_prefix`;

export function textCompanions(
  path: string,
  values: ParameterValues,
  context: FieldTypeContext,
): readonly MappedField[] {
  requireIndexed(path, values);
  return [prefixField(path, values, context), phraseField(path, values, context)].filter(
    (field) => field !== undefined,
  );
}

/** The queries that companion fields answer. */
export function byCompanions(
  { spec: { name }, prefixQuery }: Pick<MappedField, 'spec' | 'prefixQuery'>,
  values: ParameterValues,
  context: FieldTypeContext,
): Partial<Pick<MappedField, 'prefixQuery' | 'beginnings' | 'phraseIn'>> {
  const lengths = prefixLengths(values);
  const pairs = phraseField(name, values, context);
  return {
    ...(lengths && { prefixQuery: prefixesIn(name, lengths, prefixQuery) }),
    ...(lengths && { beginnings: beginningsOf(name, lengths, hasPositions(values)) }),
    ...(pairs && { phraseIn: (text) => phraseInGrams([pairs], text) }),
  };
}

function requireIndexed(path: string, values: ParameterValues): void {
  const asked = [
    values.get('index_prefixes') === null ? undefined : 'index_prefixes',
    values.flag('index_phrases') ? 'index_phrases' : undefined,
  ].find((name) => name !== undefined);
  if (asked === undefined) return;
  if (!values.flag('index'))
    throw illegalArgument(`Cannot set ${asked} on unindexed field [${path}]`);
  if (values.flag('index_phrases') && !hasPositions(values)) {
    const reason = `Cannot set index_phrases on field [${path}] if positions are not enabled`;
    throw illegalArgument(reason);
  }
}

function hasPositions(values: ParameterValues): boolean {
  const kept = values.text('index_options');
  return kept === 'positions' || kept === 'offsets';
}

function prefixField(
  path: string,
  values: ParameterValues,
  context: FieldTypeContext,
): MappedField | undefined {
  const lengths = prefixLengths(values);
  if (lengths === undefined) return undefined;
  const plain = fieldAnalyzers(values, context);
  const index = edgePrefixes(plain.index, { ...lengths, keepsLonger: false });
  return companionField(prefixesOf(path), values, {
    typeName: 'prefix',
    analyzers: { ...plain, index },
    // Prefixes all score alike, so frequencies are not needed.
    postings: hasPositions(values) ? postingsDetail(values) : 'docs',
    norms: false,
  });
}

function phraseField(
  path: string,
  values: ParameterValues,
  context: FieldTypeContext,
): MappedField | undefined {
  if (!values.flag('index_phrases')) return undefined;
  const plain = fieldAnalyzers(values, context);
  const searched = shingles(plain.search, PAIR);
  const field = companionField(`${path}._index_phrase`, values, {
    typeName: 'phrase',
    analyzers: { index: shingles(plain.index, PAIR), search: searched, quote: searched },
    postings: postingsDetail(values),
    norms: values.flag('norms'),
  });
  return { ...field, similarity: fieldSimilarity(values, context) };
}

interface CompanionOptions extends Pick<FieldSpec, 'postings' | 'norms'> {
  readonly typeName: string;
  readonly analyzers: ReturnType<typeof fieldAnalyzers>;
}

function companionField(
  name: string,
  values: ParameterValues,
  { typeName, analyzers, postings, norms }: CompanionOptions,
): MappedField {
  const spec = fieldSpec(name, { postings, norms });
  return analyzedField({ spec, typeName, analyzers, values, fielddata: NO_FIELDDATA });
}

function beginningsOf(name: string, { min, max }: PrefixLengths, positions: boolean): Beginnings {
  const holds = ({ length }: string): boolean => length >= min && length <= max;
  return { field: prefixesOf(name), ofPhrases: true, hasPositions: positions, holds };
}

/**
 * A prefix one character too short is looked up with any further character, and also as a whole
 * word, which it may be.
 */
function prefixesIn(
  name: string,
  { min, max }: PrefixLengths,
  others: MappedField['prefixQuery'],
): MappedField['prefixQuery'] {
  const field = prefixesOf(name);
  return (prefix, caseInsensitive, context) => {
    if (prefix.length < min - 1 || prefix.length > max) {
      return others(prefix, caseInsensitive, context);
    }
    const whole = utf8(prefix);
    const pattern = escapeWildcards(prefix);
    if (prefix.length < min) {
      const longer = wildcardQuery(field, `${pattern}?`, { caseInsensitive });
      return constantScoreQuery(booleanQuery({ should: [longer, termQuery(name, whole)] }));
    }
    return constantScoreQuery(
      caseInsensitive
        ? wildcardQuery(field, pattern, { caseInsensitive })
        : termQuery(field, whole),
    );
  };
}
