/** `highlight` by chance: the highlighters `unified` and `plain` with their options over the texts of a schema. */
import type { Json, Made } from '../json.ts';
import type { QueryGenerator } from './queries.ts';

/** An option nobody knows, or a value of another type, in so many of a hundred. */
const FAULTY_PERCENT = 6;

export function highlightOf(g: QueryGenerator): Made {
  const fields: Made = {};
  for (let i = 0; i <= g.int(3); i++) fields[fieldOf(g)] = g.chance(50) ? {} : optionsOf(g);
  const made: Made = { ...optionsOf(g), fields: g.chance(20) ? listOf(fields) : fields };
  return g.chance(FAULTY_PERCENT) ? g.spoiled(made) : made;
}

function fieldOf(g: QueryGenerator): string {
  return g.pick([
    ...g.schema.text,
    ...g.schema.text,
    'title',
    '*',
    'title*',
    'kind',
    'nope',
    'words',
  ]);
}

function listOf(fields: Made): Json {
  return Object.entries(fields).map(([name, options]) => ({ [name]: options }));
}

function optionsOf(g: QueryGenerator): Made {
  return g.seldom({
    type: g.pick(['unified', 'plain', 'plain']),
    fragment_size: g.pick([0, 1, 15, 40, 100, 1000]),
    number_of_fragments: g.pick([0, 1, 2, 10]),
    order: g.pick(['score', 'none']),
    pre_tags: g.pick<Json>([['<b>'], ['<1>', '<2>']]),
    no_match_size: g.pick([0, 10, 50]),
    require_field_match: g.chance(30),
    fragmenter: g.pick(['simple', 'span']),
    boundary_scanner: g.pick(['sentence', 'word']),
    boundary_max_scan: 5,
    encoder: g.pick(['html', 'default']),
    highlight_query: g.query(1),
    tags_schema: 'styled',
    max_analyzer_offset: g.pick([5, 100]),
  });
}
