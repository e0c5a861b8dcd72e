/**
 * Checks that the name of a query stands in no string outside the query's own file: code that needs
 * to know something of a query asks its type (docs/adr/0013-a-query-is-data.md). A folder with the
 * query's name counts as its own.
 */
import { LAYERS } from './layers.ts';
import { registeredFiles } from './registered_files.ts';
import type { Finding, Rule, SourceFile } from './source_file.ts';

const REGISTRY = 'shared/search/src/queries/all.ts';

/** Words that mean something else in some folders: the words, the folder, and their meaning. */
const OTHER_THINGS: readonly (readonly [words: string, where: string, what: string])[] = [
  ['script', 'services/node/src/', 'a member of bodies, a statistic'],
  ['script', 'shared/shard/src/update/', 'a member of bodies'],
  ['script', 'shared/search/src/request/', 'a member of bodies'],
  ['script', 'shared/search/src/queries/', 'an option of queries'],
  ['script_score', 'shared/search/src/queries/score_functions/', 'a score function'],
  ['exists', 'services/node/src/api/document/', 'an endpoint'],
  ['ids', 'services/node/src/api/document/', 'a member of bodies'],
  ['nested', 'shared/search/src/request/', 'a member of sorts'],
  ['terms', 'shared/search/src/queries/terms_set.ts', 'an option'],
  ['constant_score', 'shared/search/src/queries/rewrite_method.ts', 'a way of scoring terms'],
  ['term', 'shared/search/src/text/indexed_term.ts', 'a kind of what documents are indexed as'],
  [
    'term',
    'shared/search/src/percolator/index_queries.ts',
    'a kind of what documents are indexed as',
  ],
  ['fuzzy prefix range regexp', 'shared/search/src/query_string/', 'nodes of the syntax'],
  ['fuzzy prefix', 'shared/search/src/queries/simple_query_string.ts', 'operators of the syntax'],
  ['fuzzy match prefix regexp term wildcard', 'shared/search/src/queries/intervals/', 'rules'],
  ['geo_shape', 'shared/search/src/geo/', 'a field type'],
  ['shape', 'shared/search/src/', 'a kind of values, a member of bodies'],
  ['rank_feature', 'shared/search/src/fetch/', 'a field type'],
  ['term', 'shared/shard/src/analysis_outside.ts', 'what a token says to scripts'],
  ['wildcard', 'shared/shard/src/analysis_calls.ts', 'a field type'],
  ['template', 'services/node/src/api/search/', 'a kind of script'],
  ['template', 'services/node/src/api/templates/', 'a member of bodies'],
  ['template', 'shared/search/src/ranking/', 'a member of bodies'],
  ['script', 'shared/search/src/suggest/phrase/', 'an object of bodies'],
  ['fuzzy prefix regexp', 'shared/search/src/suggest/', 'options of suggestions'],
  [
    'bool function_score match_phrase nested range term',
    'services/cli/src/bench/',
    'what a client asks any cluster',
  ],
];

/**
 * The description of the interface tells clients the options of all queries, and examples; a test
 * compares it with the parsers (services/node/test/openapi_options.test.ts).
 */
const DESCRIPTION = 'services/node/src/api/openapi/schemas/';

export const queryNames: Rule = (files) => {
  /** The file of each query, by the query's name. */
  const owners = new Map(registeredFiles(files, REGISTRY));
  const [names, keys] = [[...owners.keys()], [...owners.keys()].filter(isNoWord)];
  if (names.length === 0) return [];
  // The name as a string, or as the key of an object that is a query.
  const name = new RegExp(
    `(['"\`])(${names.join('|')})\\1|(?:[{,(]\\s*|^\\s*)(${keys.join('|')}): (?!\\()`,
    'g',
  );
  return files
    .filter(({ isTest, path }) => !isTest && !path.startsWith(DESCRIPTION))
    .filter(({ packageName }) => (LAYERS[packageName] ?? 0) >= (LAYERS.search ?? 0))
    .flatMap((file) => namesIn(file, name, owners));
};

/** True for names that no option and no other thing has. */
function isNoWord(name: string): boolean {
  return name.includes('_') || name === 'bool';
}

function namesIn(
  file: SourceFile,
  pattern: RegExp,
  owners: ReadonlyMap<string, string>,
): Finding[] {
  return file.lines.flatMap((text, i) => {
    if (/^\s*(\*|\/\/|\/\*)/.test(text)) return [];
    return [...text.matchAll(pattern)].flatMap(([, , quoted, key]) => {
      const name = quoted ?? key ?? '';
      if (isOwn(file, name, owners.get(name)) || isOther(file, name)) return [];
      const message = `names the query \`${name}\`: ask its type, or have it say so in its own file`;
      return [{ path: file.path, line: i + 1, message }];
    });
  });
}

function isOwn({ path }: SourceFile, name: string, owner: string | undefined): boolean {
  return path === owner || path.includes(`/${name}/`);
}

function isOther({ path }: SourceFile, name: string): boolean {
  return OTHER_THINGS.some(
    ([words, where]) => path.startsWith(where) && words.split(' ').includes(name),
  );
}
