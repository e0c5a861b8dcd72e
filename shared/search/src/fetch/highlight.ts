/** `highlight` of a hit: fragments of its fields with the query's matches in tags. */
import { checkWanted } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { type Mark, marksOf } from '@skein/search_library';
import { highlighterOf } from '../highlight/all.js';
import type {
  Highlight,
  Highlighter,
  HighlightField,
  HighlightHit,
} from '../highlight/contract.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { FetchHit, FetchPart } from './fetch_part.js';
import { type NamedField, namedFields } from './pattern_fields.js';
import {
  type Fragments,
  type OpenHighlights,
  percolatedHighlights,
} from './percolated_highlights.js';
import type { Showing } from './showing.js';

type Highlighting = Pick<Showing, 'searcher' | 'shard' | 'highlighted'>;

/** Shows field names in request order; if a field is requested twice, the last request counts. */
export function highlight(
  { fields }: Highlight,
  { searcher, shard, highlighted }: Highlighting,
): FetchPart {
  const targets = targetsOf(fields, shard);
  const open: OpenHighlights = (query, over) => {
    let ofQuery: readonly Mark[] | undefined;
    const marksFor = ({ query: own }: HighlightField): readonly Mark[] => {
      if (own) return marksOf(highlighted(own), over);
      ofQuery ??= marksOf(query(), over);
      return ofQuery;
    };
    const opened = [...targets].map(([name, { asked, highlighter, field }]) => {
      const marks = marksFor(asked);
      const { options } = asked;
      return [name, highlighter.open({ field, options, marks, shard, searcher: over })] as const;
    });
    return (hit) => shownBy(opened, hit);
  };
  const ofSearch = open(() => highlighted(), searcher);
  const ofPercolated = percolatedHighlights(shard.percolations, open);
  return (hit, _context, to) => {
    const shown = new Map([...ofSearch(hit), ...ofPercolated(hit)]);
    if (shown.size > 0) to.member('highlight', Object.fromEntries(shown));
  };
}

interface Target {
  readonly asked: HighlightField;
  readonly highlighter: Highlighter;
  readonly field: MappedField;
}

/** The fields to highlight, by name. */
function targetsOf(
  fields: readonly HighlightField[],
  shard: QueryShardContext,
): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  for (const asked of fields) {
    const highlighter = highlighterOf(asked);
    const found = fieldsOf(asked, shard);
    checkSource(asked, found, shard);
    for (const [name, field] of found) {
      if (asked.pattern.includes('*') && highlighter.takes?.(field) === false) continue;
      targets.set(name, { asked, highlighter, field });
    }
  }
  return targets;
}

function shownBy(
  opened: readonly (readonly [name: string, fragmentsOf: HighlightHit])[],
  hit: FetchHit,
): readonly Fragments[] {
  const shown: Fragments[] = [];
  for (const [name, fragmentsOf] of opened) {
    checkWanted();
    const fragments = fragmentsOf(hit);
    if (fragments !== undefined) shown.push([name, fragments]);
  }
  return shown;
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
