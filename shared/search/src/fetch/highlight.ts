/** `highlight` of a hit: fragments of its fields with the query's matches in tags. */
import { ApiError } from '@skein/errors';
import { type Mark, marksOf } from '@skein/search_library';
import { highlighterOf } from '../highlight/all.js';
import type { Highlight, HighlightField, HighlightHit } from '../highlight/contract.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { FetchPart } from './fetch_part.js';
import { type NamedField, namedFields } from './pattern_fields.js';
import type { Showing } from './showing.js';

type Highlighting = Pick<Showing, 'searcher' | 'shard' | 'highlighted'>;

/** Shows field names in request order; if a field is requested twice, the last request counts. */
export function highlight(
  { fields }: Highlight,
  { searcher, shard, highlighted }: Highlighting,
): FetchPart {
  let ofSearch: readonly Mark[] | undefined;
  const marks = ({ query: own }: HighlightField): readonly Mark[] => {
    if (own) return marksOf(highlighted(own), searcher);
    ofSearch ??= marksOf(highlighted(), searcher);
    return ofSearch;
  };
  const targets = new Map<string, () => HighlightHit>();
  for (const asked of fields) {
    const highlighter = highlighterOf(asked);
    const { options } = asked;
    const found = fieldsOf(asked, shard);
    checkSource(asked, found, shard);
    for (const [name, field] of found) {
      if (asked.pattern.includes('*') && highlighter.takes?.(field) === false) continue;
      targets.set(name, () =>
        highlighter.open({ field, options, marks: marks(asked), shard, searcher }),
      );
    }
  }
  const opened = [...targets].map(([name, open]) => [name, open()] as const);
  return (hit, _context, to) => {
    const shown: [string, readonly string[]][] = [];
    for (const [name, fragmentsOf] of opened) {
      const fragments = fragmentsOf(hit);
      if (fragments !== undefined) shown.push([name, fragments]);
    }
    if (shown.length > 0) to.member('highlight', Object.fromEntries(shown));
  };
}

/** A pattern selects only text and keyword fields; a literal name selects any field. */
function fieldsOf(
  { pattern }: HighlightField,
  { mapping }: QueryShardContext,
): readonly NamedField[] {
  const fields = namedFields(pattern, mapping);
  return pattern.includes('*') ? fields.filter(([, field]) => field.highlightedByPattern) : fields;
}

function checkSource(
  { options }: HighlightField,
  fields: readonly NamedField[],
  { mapping }: QueryShardContext,
): void {
  if (!options.forceSource || mapping.sourceEnabled) return;
  const names = fields.map(([name]) => name).join(', ');
  throw new ApiError(
    'illegal_argument_exception',
    `source is forced for fields [${names}] but _source is disabled`,
  );
}
