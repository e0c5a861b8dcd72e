/**
 * The accepted differences of pipelines and templates, each with its heading in
 * docs/conformance/differences.md.
 */
import type { Case, Request } from './area.ts';
import { type Explanation, textOf } from './explained_aggregations.ts';
import { isObject, type Json } from './json.ts';
import { type Without, withObjects } from './proofs.ts';

/** Errors with which OpenSearch fails the whole request. */
const FAILS_ALL =
  /^status \| HTTP (?:400|500) .*(?:for non-existent pipeline|not present as part of path|as part of path \[|cannot be cast to|script_exception: runtime error|unexpected value type).* \|\| HTTP 200/s;

/**
 * A conflict between a field and an object of the same name in one mapping: the servers differ in
 * which of them comes first.
 */
const FIELD_AND_OBJECT =
  /can't merge a non object mapping \[([\w.]+)\] with an object mapping \|\| .*mapper \[\1\] cannot be changed from type \[\w+\] to \[ObjectMapper\]|cannot change object mapping from non-nested to nested \|\| .*cannot change object mapping from nested to non-nested/;

/** Gives each legacy template among the steps before an order of its own. */
const withOrders: Without = (found) => {
  const before = found.before?.map((step, order) =>
    isLegacy(step) && isObject(step.body) ? { ...step, body: { ...step.body, order } } : step,
  );
  return { ...found, ...(before === undefined ? {} : { before }) };
};

const isLegacy = ({ path }: Request): boolean => path.startsWith('/_template/');

/** True when two legacy templates have the same order. */
function hasEqualOrders({ before = [] }: Case): boolean {
  const orders = before
    .filter(isLegacy)
    .map(({ body }) => (isObject(body) ? (body.order ?? 0) : 0));
  return new Set(orders).size < orders.length;
}

/** The existing templates that a message lists, in alphabetical order. */
function sortedOverlaps(side: string): string | undefined {
  const overlaps = /matching patterns from existing templates \[.*\] with patterns \((.*?)\)/.exec(
    side,
  );
  return overlaps?.[1]
    ?.split(/,(?=[^[\]]* => )/)
    .sort()
    .join();
}

/** Removes the filters of aliases. */
const withoutFilters: Without = withObjects(({ aliases, ...rest }) => {
  if (!isObject(aliases)) return aliases === undefined ? rest : { ...rest, aliases };
  const bare = Object.entries(aliases).map(([name, alias]): [string, Json] => {
    if (!isObject(alias)) return [name, alias];
    const { filter: _filter, ...others } = alias;
    return [name, others];
  });
  return { ...rest, aliases: Object.fromEntries(bare) };
});

export const OF_INGEST: readonly Explanation[] = [
  {
    heading: 'Faults that fail a whole `_simulate` request',
    applies: ({ kind, shrunk }) => shrunk.path.startsWith('/_ingest/') && FAILS_ALL.test(kind),
  },
  {
    heading: 'Messages of exceptions that Java throws repeatedly',
    applies: ({ kind }) =>
      /^reason \| .*\/(?:class_cast_exception: null \|\||null_pointer_exception: .* \|\| .*\/null_pointer_exception: null$)|\/(?:why|on_failure_message) \| (?:(?:""|null) \|\| "(?:class java|Cannot (?:invoke|read) )|"Cannot (?:invoke|read) .* \|\| "")|because \\+"receiver\\+" is null/s.test(
        kind,
      ),
  },
  {
    heading: 'Field names with dots in `remove`',
    applies: (one) =>
      one.shrunk.path.startsWith('/_ingest/') &&
      /"remove(?:_by_pattern)?":/.test(textOf(one)) &&
      /"dot\.ted"/.test(textOf(one)),
  },
  {
    heading: 'Invalid arguments of `Processors` in scripts',
    applies: (one) => /ctx\.target = Processors\./.test(textOf(one)),
  },
  {
    heading: 'The description of `dot_expander`',
    applies: (one) =>
      /\/description \| nothing/.test(one.kind) && /"dot_expander"/.test(textOf(one)),
  },
  {
    heading: 'Error messages of the `json` processor',
    applies: ({ kind }) =>
      /^reason \| .*(?:JsonEOFException: Unexpected end-of-input|Invalid UTF-N start byte|Unrecognized token '[^']*[^ -~])|^\/docs.*\/(?:why|on_failure_message) \| .*at \[Source: REDACTED/s.test(
        kind,
      ),
  },
  {
    heading: 'An invalid `template` in a legacy template',
    applies: ({ kind }) => /^status \| HTTP 200 \|\| .*Malformed \[template\] value/.test(kind),
  },
  {
    heading: 'Blanks before a separator in `csv`',
    applies: (one) =>
      /"csv":/.test(textOf(one)) && / \| "[^"\w]+\w* ?" \|\| (?:"\w* ?"|nothing)$/.test(one.kind),
  },
  {
    heading: 'Faults in bodies that OpenSearch reads into a hash table',
    applies: ({ kind }) => FIELD_AND_OBJECT.test(kind),
  },
  {
    heading: 'Aliases of legacy templates',
    applies: (one) =>
      /\/aliases\/[^/]+\/is_(?:hidden|write_index) \| nothing \|\| true$/.test(one.kind) &&
      one.shrunk.before?.some(isLegacy) === true &&
      /"is_(?:hidden|write_index)":true/.test(textOf(one)),
  },
  {
    heading: 'Filters of aliases in templates',
    without: withoutFilters,
    applies: ({ kind }) =>
      /\|\| HTTP 400 .*(?:\[template\] failed to parse field \[aliases\]|failed to parse filter for alias \[)/.test(
        kind,
      ),
  },
  {
    heading: 'Names of overlapping templates in messages',
    applies: ({ kind }) => {
      const sides = kind.split(' || ').map(sortedOverlaps);
      return sides.length === 2 && sides[0] !== undefined && sides[0] === sides[1];
    },
  },
  {
    heading: 'Legacy templates with equal `order`',
    without: withOrders,
    applies: ({ shrunk }) => hasEqualOrders(shrunk),
  },
];
