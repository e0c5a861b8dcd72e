/** The accepted differences, each with its heading in docs/conformance/differences.md. */
import type { Case } from './area.ts';
import { difference, estimatesOf } from './compare.ts';
import { type Explanation, OF_AGGREGATIONS, textOf } from './explained_aggregations.ts';
import { OF_FAULTS } from './explained_faults.ts';
import { OF_INGEST } from './explained_ingest.ts';
import { isObject, type Json } from './json.ts';
import { type Without, withField, withObjects, withoutFieldOf, withTexts } from './proofs.ts';
import type { Difference } from './report.ts';
import type { AskBoth } from './several_faults.ts';

/** Queries that search all fields when they name none. */
const OPEN_QUERIES = ['query_string', 'simple_query_string', 'multi_match'];
const NO_WILDCARD_FIELD = withoutFieldOf(OPEN_QUERIES, 'kwild', [
  'klow',
  'kind',
  'title',
  'title.english',
  'body',
  'ident',
  'only',
]);
/** The fields of the search area without an index, by fields of the same types with one. */
const AS_INDEXED: Without = (found) =>
  withField('kcol', 'kind')(withField('klcol', 'klow')(withField('dcol', 'date')(found)));
const WHOLE_CHARACTERS = withTexts((text) => text.replace(/[\ud800-\udfff]/g, 'x'));

const NOT_THERE_YET = /\|\| HTTP 400 .*Invalid stemmer class specified: Yiddish/s;

/** The same refusal, in which one server prints a class and the other the name of a type. */
const NAMES_A_CLASS =
  /^(?:reason|top|\/explanations\/\*\/explanation) \| .*(?:Cannot extract a term from a query of type class .* \|\| .*Cannot extract a term|function score \(.*\{org\.opensearch\.common\.lucene\.search\.function\..* \|\| .*function score \(|multi-bucket aggregation for aggregation \[\w+\] found :org\.opensearch\..* \|\| .*multi-bucket aggregation for aggregation \[\w+\] found :\w+ for|Unsupported script value \[org\.opensearch\..* \|\| .*Unsupported script value|cannot be cast to class org\.opensearch\.index\.fielddata\.IndexNumericFieldData .* \|\| .* holds no numbers|parent aggregation of type: \[\w+Factory\] \|\| .*parent aggregation of type: \[\w+\]|Cannot invoke "org\.apache\.lucene\.analysis\.Analyzer\.normalize.* \|\| .*Can only use fuzzy queries)/s;

const REFUSED_BY_BOTH = /^(?:status|type|root|reason|top) \| HTTP [45].* \|\| HTTP [45]/;

/**
 * Letters that have an upper case since Unicode 14 or later: Latin, Glagolitic, Cyrillic, Vithkuqi,
 * Garay, Beria Erfe.
 */
const LATER_LETTERS =
  /[\u019b\u0264\u1c89\u1c8a\u2c2f\u2c5f\ua7c0\ua7c1\ua7cb-\ua7dc\u{10570}-\u{105bc}\u{10d50}-\u{10d85}\u{16ea0}-\u{16ed3}]/u;

const EXPLANATIONS: readonly Explanation[] = [
  ...OF_AGGREGATIONS,
  ...OF_INGEST,
  ...OF_FAULTS,
  {
    heading: 'Analysis components that OpenSearch has only by name',
    applies: ({ kind }) =>
      /\[index\.version\.created\] is not present|: Unknown filter type \[keyword_repeat\]/.test(
        kind,
      ),
  },
  {
    heading: 'Regular expressions over `wildcard` fields',
    without: NO_WILDCARD_FIELD,
    applies: (one) =>
      /^\/hits\/(?:total|max_score|hits)/.test(one.kind) &&
      (/"regexp":\{"kwild"/.test(textOf(one)) ||
        /"query_string":\{"query":"[^"]*\/[^"/]*\//.test(textOf(one))),
  },
  {
    heading: 'Patterns of `query_string` over `wildcard` fields',
    without: NO_WILDCARD_FIELD,
    applies: (one) =>
      /^\/hits\/(?:total|max_score|hits)/.test(one.kind) &&
      /"query_string":\{(?![^}]*"fields":\[(?![^\]]*(?:\*|kwild)))[^}]*"query":"(?:[^"\\]|\\.)*[*?]/.test(
        textOf(one),
      ),
  },
  {
    heading: 'Terms of `wildcard` fields',
    without: NO_WILDCARD_FIELD,
    applies: (one) =>
      /^\/hits\/(?:total|max_score|hits)/.test(one.kind) &&
      /"(?:simple_query_string|multi_match)":\{[^}]*"query":"(?:[^"\\]|\\.)*[*?]|"kwild":(?:\{"(?:value|query)":)?"[^"]*[*?]/.test(
        textOf(one),
      ),
  },
  {
    heading: 'Analyzers with the same name in `cross_fields`',
    without: withoutFieldOf(OPEN_QUERIES, 'title.sayt', ['title', 'title.english', 'body']),
    applies: (one) =>
      /^\/hits\/(?:total|max_score|hits)/.test(one.kind) && /"cross_fields"/.test(textOf(one)),
  },
  {
    heading: 'Ids and numbers in error messages',
    applies: ({ kind }) =>
      /cannot run SpanTermQuery \(term=\[[\da-fN ]+\]\) \|\| .*cannot run SpanTermQuery \(term=/.test(
        kind,
      ) ||
      /Value \[\[[\da-fN ]+\]\] is out of range for (an? [a-z ]+) \|\| .*Value \[[^\]]*\] is out of range for \1$/.test(
        kind,
      ),
  },
  {
    heading: 'Highlights in other fields for a query of a `wildcard` field',
    without: NO_WILDCARD_FIELD,
    applies: (one) =>
      /^\/hits\/hits\/highlight/.test(one.kind) &&
      /"require_field_match":false/.test(textOf(one)) &&
      /"(?:simple_query_string|query_string|multi_match)":\{(?![^}]*"fields":(?!"\*|\[[^\]]*(?:\*|kwild)))|"kwild"/.test(
        textOf(one),
      ),
  },
  {
    heading: 'Highlights of `match_phrase_prefix` inside `function_score`',
    without: withObjects((object) => {
      const { function_score: inside, ...rest } = object;
      return isObject(inside) && isObject(inside.query) ? { ...rest, ...inside.query } : object;
    }),
    applies: (one) =>
      /^\/hits\/hits\/highlight/.test(one.kind) &&
      /"function_score":.*(?:"match_phrase_prefix":|"phrase_prefix")/.test(textOf(one)),
  },
  {
    heading: 'Patterns of `intervals` in the `plain` highlighter',
    without: withObjects(({ type, ...rest }) =>
      type === 'plain' || type === undefined ? rest : { type, ...rest },
    ),
    applies: (one) =>
      /^\/hits\/hits\/highlight/.test(one.kind) &&
      /"intervals":.*"(?:prefix|wildcard|regexp)":/.test(textOf(one)) &&
      /"type":"plain"/.test(textOf(one)),
  },
  {
    heading: 'Highlights of overlapping words',
    without: withObjects(({ match_bool_prefix: words, ...rest }) =>
      words === undefined ? rest : { ...rest, match: words },
    ),
    applies: (one) =>
      /^\/hits\/hits\/highlight\/cjk/.test(one.kind) && /"match_bool_prefix":/.test(textOf(one)),
  },
  {
    heading: 'Highlights of overlapping words',
    without: withField('ident', 'title'),
    applies: (one) => /^\/hits\/hits\/highlight\/ident(?:\.cut)?\/\* \| "[^"]*<em>/.test(one.kind),
  },
  {
    heading: 'Faults in bodies that OpenSearch reads into a hash table',
    applies: ({ kind, shrunk }) =>
      (/_(?:delete|update)_by_query/.test(shrunk.path) &&
        /^\w+ \| HTTP 400 .* \|\| HTTP 400 .*malformed query, expected \[END_OBJECT\] but found \[FIELD_NAME\]/.test(
          kind,
        )) ||
      /key \[\w+\] is not supported in the metadata section \|\| .*key \[\w+\] is not supported in the metadata section/.test(
        kind,
      ),
  },
  {
    heading: 'Order of fields in explanations',
    without: withObjects((object) =>
      Array.isArray(object.fields) ? { ...object, fields: object.fields.slice(0, 1) } : object,
    ),
    applies: ({ kind }) =>
      /^\/explanation\/.*description \| "[\w.]+:(.* doesn't match id N)" \|\| "[\w.]+:\1"$/.test(
        kind,
      ),
  },
  {
    heading: 'Order of fields in explanations',
    applies: (one) =>
      /^\/explanation\/.*description \| "no match on required clause \(/.test(one.kind) &&
      /"(?:simple_query_string|query_string|multi_match)"/.test(textOf(one)),
  },
  {
    heading: 'Letters of later Unicode versions',
    without: withTexts((text) => text.replace(new RegExp(LATER_LETTERS, 'gu'), 'x')),
    applies: (one) => LATER_LETTERS.test(textOf(one)) && !REFUSED_BY_BOTH.test(one.kind),
  },
  {
    heading: 'Halves of surrogate pairs',
    without: WHOLE_CHARACTERS,
    applies: (one) => /\\ud[89a-f][\da-f]{2}/.test(textOf(one)) && !REFUSED_BY_BOTH.test(one.kind),
  },
  {
    heading: 'An invalid `missing` in a sort without hits',
    applies: (one) =>
      /^status \| HTTP 200 \|\| HTTP 400 .*(?:number_format|parse|illegal_argument)_exception: /.test(
        one.kind,
      ) &&
      /"size":0\b|"suggest":/.test(textOf(one)) &&
      /"sort":.*"missing":"/.test(textOf(one)),
  },
  {
    heading: 'Suggested names that OpenSearch does not have',
    applies: ({ kind }) =>
      /: Unknown aggregation type \[(\w+)\](?: did you mean [^|]*)? \|\| .*: Unknown aggregation type \[\1\](?: did you mean |$)/.test(
        kind,
      ),
  },
  {
    heading: 'Objects in place of single values',
    applies: (one) =>
      /^\w+ \| HTTP 400 .*(?:malformed query, expected \[END_OBJECT\] but found \[\w+\]|\[_na\] query malformed, must start with start_object|expected value but got \[END_OBJECT\]|found after the main object\.|\[function_score\] query\. an entry in functions list is missing a function\.|\[field_value_factor\] required field 'field' missing|geo_distance requires 'distance' to be specified|\[terms\] query does not support \[\w+\]) \|\| HTTP 400/.test(
        one.kind,
      ) &&
      /"(?:gte?|lte?|from|to|lat|lon)":\{|"(?:field_value_factor|random_score)":\{[^}]*\{|"terms":\{"[^"]*":\[[^\]]*\{[^\]]*\[|"term":\{"[^"]*":\{"(?:value|term)":\{/.test(
        textOf(one),
      ),
  },
  {
    heading: 'Patterns that match the empty text',
    without: WHOLE_CHARACTERS,
    applies: (one) =>
      (/"split":/.test(textOf(one)) && /[\ud800-\udbff]/.test(textOf(one))) ||
      (/^\/(?:tokens|detail)/.test(one.kind) &&
        /"type":"pattern(?:_replace)?"/.test(textOf(one)) &&
        /[\ud800-\udbff]/.test(textOf(one))),
  },
  {
    heading: 'Objects in the preview of a refused value',
    applies: ({ kind }) =>
      /Preview of field's value: '\{.*\|\|.*Preview of field's value: '\{/s.test(kind),
  },
  {
    heading: 'Which of several faults is named',
    applies: ({ hasSeveralFaults }) => hasSeveralFaults,
  },
  {
    heading: 'A negative `position_increment_gap`',
    applies: ({ kind }) => kind.includes('must not be negative'),
  },
  {
    heading: 'Java class names in `_analyze` with `explain`',
    applies: ({ kind }) => /^\/detail\/analyzer\/name \| "org\./.test(kind),
  },
  {
    heading: '`termFrequency` of the `char_group` tokenizer',
    applies: ({ kind }) => /termFrequency \| nothing/.test(kind),
  },
  {
    heading: 'Invalid regular expressions',
    applies: ({ kind }) => / \| HTTP \d+ pattern_syntax_exception/.test(kind),
  },
  {
    heading: 'Top-level domains of the `uax_url_email` tokenizer',
    without: withTexts((text) => (text === 'uax_url_email' ? 'standard' : text)),
    applies: (one) => /"uax_url_email"/.test(textOf(one)) && !REFUSED_BY_BOTH.test(one.kind),
  },
  {
    heading: 'Sorts and aggregations of `constant_keyword`',
    without: (found) => withField('fixed', 'carrier')(withField('kconst', 'kind')(found)),
    applies: (one) => /"(?:kconst|fixed)"/.test(textOf(one)) && !REFUSED_BY_BOTH.test(one.kind),
  },
  {
    heading: '`null` in `search_after`',
    applies: ({ kind }) => /^\w+ \| HTTP 500 .*null_pointer_exception.*"value" is null/.test(kind),
  },
  {
    heading: 'Negative numbers in `terms` of an `unsigned_long`',
    applies: (one) =>
      /^status \| HTTP 200 \|\| HTTP 400 .* is out of range for an unsigned long$/.test(one.kind) &&
      /"terms":(?:\{"[^"]*":)?\[[^\]]*-\d/.test(textOf(one)),
  },
  {
    heading: 'Negative boosts',
    applies: ({ kind }) => /^reason \| .*negative \[boost\] are not allowed in \[\{/s.test(kind),
  },
  {
    heading: '`search_after` over `date_nanos` fields',
    without: (found) => withObjects(({ search_after: _after, ...rest }) => rest)(found),
    applies: (one) =>
      /^\/hits\/hits(?:\/sort|\/_score)?(?:\/\*)? \|/.test(one.kind) &&
      /"dnanos":/.test(textOf(one)) &&
      /"search_after":\["/.test(textOf(one)),
  },
  {
    heading: '`missing` in sorts by `ip` fields',
    applies: (one) => /"sort":.*"addr":\{[^}]*"missing"/.test(textOf(one)),
  },
  {
    heading: 'Descending sorts by `scaled_float` fields',
    without: withField('scaled', 'price'),
    applies: (one) =>
      /^\/hits\/hits/.test(one.kind) &&
      /"sort":.*"scaled":(?:"desc"|\{[^}]*"(?:order":"desc|numeric_type":"double)")/.test(
        textOf(one),
      ),
  },
  {
    heading: 'Dates outside the range of `date_nanos`',
    applies: ({ kind }) =>
      /^root \| .*illegal_argument_exception: date\[.*nanosecond resolution \|\| .*: failed to create query: date\[|^root \| HTTP 500 .*are before the epoch in 1970|^status .*HTTP 500.*nanosecond resolution/.test(
        kind,
      ),
  },
  {
    heading: 'Fields with `index: false`',
    without: AS_INDEXED,
    applies: (difference) =>
      difference.kind.startsWith('/hits') &&
      /"(?:case_insensitive|rewrite|distance_feature)"/.test(textOf(difference)) &&
      /"(?:kcol|klcol|dcol)"/.test(textOf(difference)),
  },
  {
    heading: 'The `plain` highlighter and fuzzy words with more edits than letters',
    applies: ({ kind }) => /^status \| HTTP 400 .*boost must be a positive float, got -/.test(kind),
  },
  {
    heading: 'Java class names in error messages',
    applies: ({ kind }) => NAMES_A_CLASS.test(kind),
  },
  {
    heading: 'Components that Skein does not have',
    applies: ({ kind }) => NOT_THERE_YET.test(kind),
  },
  {
    heading: 'Equally rare words in `more_like_this`',
    without: withObjects((object) =>
      object.like === undefined ? object : { ...object, max_query_terms: 1000 },
    ),
    applies: (one) => /"more_like_this":/.test(textOf(one)) && !/^\w+ \| HTTP/.test(one.kind),
  },
  {
    heading: 'A `max_token_length` of one',
    applies: (one) => /"max_token_length":1\D/.test(textOf(one)),
  },
  {
    heading: 'Reasons in `_validate` for fields of a `multi_match`',
    applies: ({ kind }) =>
      /^\/explanations\/\*\/explanation \| "\((?:.* \| )?MatchNoDocsQuery\(/.test(kind),
  },
  {
    heading: 'List elements that are not objects',
    applies: ({ kind }) =>
      / Failed to parse object: .* \|\| HTTP (?:200|400 .* Failed to parse object: )/.test(kind) ||
      /^status \| HTTP 200 \|\| HTTP 400 .* Failed to parse object: expecting token of type \[START_OBJECT\] but found \[VALUE_/.test(
        kind,
      ),
  },
  {
    heading: "Lists in place of a setting's value",
    applies: ({ kind }) => /Failed to parse value \[\[/.test(kind),
  },
  {
    heading: 'Range queries over `wildcard` fields',
    applies: ({ kind }) => / failed to create query: [A-Z]+ \|\| HTTP /.test(kind),
  },
  {
    heading: 'Fuzzy queries over `wildcard` fields',
    applies: ({ kind }) =>
      /\|\| HTTP 400 .*Can only use fuzzy queries on keyword and text fields - not on \[\w+\] which is of type \[wildcard\]$/.test(
        kind,
      ),
  },
  {
    heading: 'Indexed terms that match several fuzzy words',
    without: withObjects(({ fuzziness: _left, ...rest }) => rest),
    applies: (one) =>
      /^\/hits\/(?:max_score|hits)/.test(one.kind) && /"fuzziness":/.test(textOf(one)),
  },
  {
    heading: 'A list or an object as the width of a `span_gap`',
    applies: (one) =>
      /^status \| HTTP 200 \|\| HTTP 400 .*Current token \(START_(?:ARRAY|OBJECT)\) not numeric/.test(
        one.kind,
      ) && /"span_gap":\{"[^"]*":[[{]/.test(textOf(one)),
  },
  {
    heading: 'Objects that are converted to text',
    applies: ({ kind }) => {
      const [, theirs, ours] = / \| "\{(.*)\}" \|\| "\{(.*)\}"$/.exec(kind) ?? [];
      const inOrder = (text: string) => text.split(', ').sort().join();
      return theirs !== undefined && ours !== undefined && inOrder(theirs) === inOrder(ours);
    },
  },
  {
    heading: 'Faults beside a query that matches nothing',
    without: withObjects((object) => {
      const matchesNothing = ([query, options = null]: [string, Json?]) =>
        query === 'match_none' ||
        (isObject(options) &&
          ('kconst' in options ||
            (query === 'terms' &&
              Object.values(options).some((each) => Array.isArray(each) && each.length === 0))));
      const entries = Object.entries(object);
      const others = entries.filter((entry) => !matchesNothing(entry));
      return others.length === entries.length
        ? object
        : { ...Object.fromEntries(others), match_all: {} };
    }),
    applies: (one) =>
      /^(?:status \| HTTP 200|(?:root|reason|top) \| HTTP 400 .*) \|\| HTTP 400 /.test(one.kind) &&
      /"match_none":|"terms":\{"[^"]*":\[\]|"kconst":/.test(textOf(one)),
  },
  {
    heading: 'Faults in a `function_score` that matches nothing',
    applies: ({ kind }) =>
      /^status \| HTTP 200 \|\| HTTP 400 .*Unable to find a field mapper for field \[[^\]]*\]\. No 'missing' value defined\.$/.test(
        kind,
      ),
  },
  {
    heading: 'Negative `track_total_hits` and `terminate_after`',
    applies: (one) =>
      /totalHitsThreshold must be >= N, got -N \|\| .*value must be >= N, got -N$/.test(one.kind) ||
      (/^\/hits\/total/.test(one.kind) && /"terminate_after":-/.test(textOf(one))),
  },
  {
    heading: 'Figures in `too_complex_to_determinize_exception`',
    applies: ({ kind }) =>
      /(: Determinizing automaton with N states and N transitions would require more than N effort\.) \|\| .*\1$/.test(
        kind,
      ),
  },
  {
    heading: '`docvalue_fields` of range fields',
    applies: (one) => /"docvalue_fields":.*"s(?:pan|\*)?"/.test(textOf(one)),
  },
  {
    heading: '`format` of a sort',
    applies: ({ kind }) => kind.includes('[field_sort] unknown field [format]'),
  },
  {
    heading: '`docvalue_fields` and `fields` with a pattern',
    applies: (one) =>
      /"(?:docvalue_)?fields":\[[^\]]*\*/.test(textOf(one)) &&
      /^(?:status|reason) \| HTTP 400 .*(?:Fielddata is not supported on field|support(?: custom)? formats)/.test(
        one.kind,
      ),
  },
  {
    heading: 'Patterns of `simple_pattern` and `simple_pattern_split`',
    without: withObjects((object) =>
      /^simple_?pattern/i.test(String(object.type)) ? { type: 'standard' } : object,
    ),
    applies: (one) => /"simple_pattern/.test(textOf(one)),
  },
];

/**
 * The heading of the explanation that applies to the difference by its words alone, whatever the
 * request holds, and needs no proof.
 */
export function explanationByWords(kind: string, { method, path }: Case): string | undefined {
  const bare = { method, path };
  const one = { kind, found: bare, shrunk: bare, hasSeveralFaults: false };
  return EXPLANATIONS.find((each) => each.without === undefined && each.applies(one))?.heading;
}

/** The heading of the explanation that applies to the difference, proved if a proof is needed. */
export async function explanationOf(found: Difference, ask: AskBoth): Promise<string | undefined> {
  for (const { heading, applies, without } of EXPLANATIONS) {
    if (applies(found) && (without === undefined || (await isProved(found, without, ask)))) {
      return heading;
    }
  }
  return undefined;
}

/**
 * True when both answer alike without the cause, or when the remaining difference is explained by
 * its words alone.
 */
async function isProved({ shrunk }: Difference, without: Without, ask: AskBoth): Promise<boolean> {
  const asked = without(shrunk);
  const answers = await ask(asked);
  if (answers === undefined) return false;
  const left = difference(...answers, estimatesOf(shrunk.body))?.replace(/(?<!HTTP |\d)\d+/g, 'N');
  if (left === undefined) return true;
  const other = { kind: left, found: asked, shrunk: asked, hasSeveralFaults: false };
  return EXPLANATIONS.some((one) => one.without === undefined && one.applies(other));
}
