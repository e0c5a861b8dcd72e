/**
 * Generates random `highlight` sections: the three highlighters with their options over the texts
 * of a schema.
 */
import type { Json, Made } from '../json.ts';
import type { QueryGenerator } from './queries.ts';

/** The percentage of options that are unknown or have a value of the wrong type. */
const FAULTY_PERCENT = 6;

export function highlightOf(g: QueryGenerator): Made {
  const fields: Made = {};
  for (let i = 0; i <= g.int(3); i++) {
    const field = fieldOf(g);
    const isFast = WITH_VECTORS.test(field) && g.chance(50);
    fields[field] = g.chance(50) && !isFast ? {} : { ...optionsOf(g), ...(isFast ? FAST : {}) };
  }
  const made: Made = { ...optionsOf(g), fields: g.chance(20) ? listOf(fields) : fields };
  return g.chance(FAULTY_PERCENT) ? g.spoiled(made) : made;
}

/** Matches the fields with term vectors, which the fast vector highlighter needs. */
const WITH_VECTORS = /\.fvh$/;
const FAST: Made = { type: 'fvh' };

function fieldOf(g: QueryGenerator): string {
  return g.pick([
    ...g.schema.text,
    ...g.schema.text,
    ...g.schema.text.filter((field) => WITH_VECTORS.test(field)),
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
    type: g.pick(['unified', 'plain', 'plain', 'fvh']),
    fragment_size: g.pick([0, 1, 15, 40, 100, 1000]),
    number_of_fragments: g.pick([0, 1, 2, 10]),
    order: g.pick(['score', 'none']),
    pre_tags: g.pick<Json>([['<b>'], ['<1>', '<2>']]),
    no_match_size: g.pick([0, 10, 50]),
    require_field_match: g.chance(30),
    fragmenter: g.pick(['simple', 'span']),
    boundary_scanner: g.pick(['sentence', 'word', 'chars']),
    boundary_scanner_locale: g.pick(['en-US', 'de', 'th']),
    boundary_max_scan: g.pick([0, 5, 30]),
    boundary_chars: g.pick([' ', '.,!? \t\n', 'e']),
    fragment_offset: g.pick([0, 3, 10]),
    phrase_limit: g.pick([1, 256]),
    matched_fields: g.pick<Json>([
      ['title', 'title.english'],
      ['title.fvh'],
      ['ident', 'title.fvh'],
    ]),
    highlight_filter: g.chance(50),
    force_source: g.chance(50),
    encoder: g.pick(['html', 'default']),
    highlight_query: g.query(1),
    tags_schema: g.pick(['styled', 'default']),
    max_analyzer_offset: g.pick([5, 100]),
  });
}
