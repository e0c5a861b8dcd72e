import { atOnce } from '@skein/base';
import { failureOf, mappingContext, mappingOf, shown } from '../../testdata/mapping_fixture.js';
import { parseDocument } from '../document/parse_document.js';
import { mergingMapping } from '../merge/merge_mapping.js';

const FAMILY = { rel: { type: 'join', relations: { country: ['city', 'lake'], city: 'street' } } };
const CLOCK = { nowMs: () => 0, monotonicMs: () => 0 };

function parse(rel: unknown, routing?: string): string[] {
  const source = new TextEncoder().encode(JSON.stringify({ rel }));
  return shown(parseDocument(mappingOf(FAMILY), source, { id: 'me', routing }, CLOCK));
}

it('names the relation and joins through the parent id', () => {
  expect(parse('country')).toEqual(['rel=country', 'rel#country=me']);
  expect(parse({ name: 'city', parent: 'FR' }, 'FR')).toEqual([
    'rel=city',
    'rel#country=FR',
    'rel#city=me',
    '_routing=FR',
  ]);
});

it('takes a list of one relation', () => {
  expect(parse([['country']])).toEqual(['rel=country', 'rel#country=me']);
  expect(parse([])).toEqual([]);
});

it.each<[unknown, string | undefined, string]>([
  [
    ['country', 'country'],
    undefined,
    'DocValuesField "rel" appears more than once in this document (only one value is allowed per field)',
  ],
  [true, undefined, '[rel] expected START_OBJECT or VALUE_STRING but was: [VALUE_BOOLEAN]'],
  ['nope', undefined, 'unknown join name [nope] for field [rel]'],
  ['city', 'FR', '[parent] is missing for join field [rel]'],
  [{ name: 'city', parent: 'FR' }, undefined, '[routing] is missing for join field [rel]'],
])('refuses %j', (rel, routing, reason) => {
  expect(failureOf(() => parse(rel, routing))[1]).toBe(`illegal_argument_exception: ${reason}`);
});

it('lets relations be added, not taken away', () => {
  const merge = (relations: Record<string, string[]>) =>
    atOnce(
      mergingMapping(
        { properties: FAMILY },
        { properties: { rel: { type: 'join', relations } } },
        mappingContext(),
      ),
    );
  expect(failureOf(() => merge({ country: ['city', 'lake', 'river'], city: ['street'] }))).toEqual(
    [],
  );
  expect(failureOf(() => merge({ country: ['city'] }))[0]).toContain(
    'Cannot update parameter [relations]',
  );
});
