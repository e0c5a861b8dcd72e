/**
 * Checks that the name of a field type stands in no string outside the type's own file, and that
 * `typeName` is shown and never compared. Code that needs to know what a field can do asks the
 * field (`MappedField`, `ValueKind`).
 */
import { LAYERS } from './layers.ts';
import { registeredFiles } from './registered_files.ts';
import type { Finding, Rule, SourceFile } from './source_file.ts';

const REGISTRY = 'shared/mapping/src/field_types/all.ts';

/**
 * Type names that are also words of the language, of bodies or of columns: with those meanings they
 * stand everywhere. Comparisons with them are found by `typeName`.
 */
const WORDS: ReadonlySet<string> = new Set([
  ...['binary', 'boolean', 'byte', 'completion', 'date', 'double', 'float', 'integer', 'ip'],
  ...['join', 'long', 'point', 'shape', 'short', 'text', 'version', 'wildcard'],
]);

/**
 * Type names that are allowed in a file or folder because they mean something else there or cannot
 * be avoided: the names, the beginning of the path, and the reason.
 */
const EXEMPT: readonly (readonly [names: string, where: string, why: string])[] = [
  [
    'unsigned_long date_nanos histogram',
    'services/node/src/api/openapi/schemas/',
    'values of options, which clients write',
  ],
  ['half_float', 'shared/mapping/src/field_types/number_kind.ts', 'widths of `number.ts`'],
  ['unsigned_long', 'shared/mapping/src/field_types/', 'a `NumberWidth`'],
  ['unsigned_long', 'shared/aggregations/src/', 'a `NumberWidth`, a `value_type`'],
  ['unsigned_long', 'shared/search/src/execution/sort/sort_plan.ts', 'a `NumberWidth`'],
  ['unsigned_long', 'shared/search/src/reduce/', 'a kind of sort key'],
  ['unsigned_long', 'shared/search/src/scripts/', 'a `NumberWidth`'],
  ['date_nanos', 'shared/mapping/src/field_types/number_sort.ts', 'a word of `numeric_type`'],
  ['date_range ip_range', 'shared/aggregations/src/bucket/', 'aggregations'],
  ['histogram', 'shared/aggregations/src/bucket/', 'an aggregation'],
  ['histogram', 'shared/aggregations/src/options/composite_sources.ts', 'an aggregation'],
  ['geo_shape', 'shared/search/src/queries/geo_shape.ts', 'a query'],
  ['geo_shape', 'shared/aggregations/src/', 'a kind of values, in responses'],
  ['xy_shape', 'shared/search/src/queries/plane_shape.ts', 'a query'],
  ['rank_feature', 'shared/search/src/queries/rank_feature.ts', 'a query'],
  ['percolate', 'shared/search/src/queries/percolate.ts', 'a query'],
  ['knn_vector dense_vector', 'shared/search/src/queries/knn', 'forms of the query, in plans'],
  ['keyword', 'shared/mapping/src/document/detect_type.ts', 'what new fields become'],
  ['keyword', 'shared/mapping/src/derived_property.ts', 'what derived objects are mapped as'],
  ['keyword', 'services/node/src/tasks/', 'the mapping of an index'],
  [
    'constant_keyword keyword match_only_text',
    'services/node/src/stack_templates/',
    'the mapping of a template',
  ],
  ['keyword', 'shared/aggregations/src/bucket/ranges/ip_range.ts', 'shown for values of scripts'],
  [
    'constant_keyword date_nanos geo_point geo_shape histogram keyword scaled_float',
    'shared/transform/src/',
    'groups, and the mapping of a new index by what field capabilities say',
  ],
  ['keyword', 'services/cli/src/bench/', 'in the mapping of any cluster'],
];

/** Files whose `typeName` belongs to something other than a field. */
const OTHER_TYPE_NAMES: ReadonlySet<string> = new Set([
  'shared/search/src/queries/knn.ts', // of the query's two forms
]);

/** Matches `typeName` beside an operator or in a look-up; a test for `undefined` is allowed. */
const COMPARED =
  /\btypeName\s*[!=]==(?! undefined)|[!=]==\s*[\w.?]*\btypeName\b|\btypeName\.\w|\b(?:has|includes|test|get|switch|exec)\s*\(\s*[\w.?]*\btypeName\b/;

export const typeNames: Rule = (files) => {
  const owners = ownersOf(files);
  const names = [...owners.keys()].filter((name) => !WORDS.has(name));
  if (names.length === 0) return [];
  const name = new RegExp(`(['"\`])(${names.join('|')})\\1`, 'g');
  return files
    .filter((file) => !file.isTest && (LAYERS[file.packageName] ?? 0) >= (LAYERS.mapping ?? 0))
    .flatMap((file) => [...namesIn(file, name, owners), ...comparisonsIn(file)]);
};

/** The file of each field type, by the type's name. */
function ownersOf(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  return new Map(registeredFiles(files, REGISTRY).map(([name, path]) => [wireName(name), path]));
}

/** Turns `dateNanos` into `date_nanos`. */
function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function namesIn(
  file: SourceFile,
  pattern: RegExp,
  owners: ReadonlyMap<string, string>,
): Finding[] {
  return codeOf(file).flatMap(([text, line]) =>
    [...text.matchAll(pattern)]
      .map(([, , name = '']) => name)
      .filter((name) => owners.get(name) !== file.path && !isExempt(file, name))
      .map((name) => ({
        path: file.path,
        line,
        message: `names the field type \`${name}\`: ask the field, or have the type say so in its own file`,
      })),
  );
}

function comparisonsIn(file: SourceFile): Finding[] {
  if (OTHER_TYPE_NAMES.has(file.path)) return [];
  return codeOf(file)
    .filter(([text]) => COMPARED.test(text))
    .map(([, line]) => ({
      path: file.path,
      line,
      message: 'compares `typeName`: ask the field what it can do (`MappedField`, `ValueKind`)',
    }));
}

function codeOf({ lines }: SourceFile): readonly (readonly [text: string, line: number])[] {
  return lines
    .map((text, i) => [text, i + 1] as const)
    .filter(([text]) => !/^\s*(\*|\/\/|\/\*)/.test(text));
}

function isExempt({ path }: SourceFile, name: string): boolean {
  return EXEMPT.some(([names, where]) => path.startsWith(where) && names.split(' ').includes(name));
}
