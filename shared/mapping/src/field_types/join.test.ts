import { atOnce } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { failureOf, mappingContext, mappingOf, shown } from '../../testdata/mapping_fixture.js';
import { parseDocument } from '../document/parse_document.js';
import { IndexMapping } from '../index_mapping.js';
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

it.each<[unknown, string]>([
  [{ name: 'city', parent: 7 }, '7'],
  [{ name: 'city', parent: ['FR'] }, 'FR'],
  [{ name: 'city', parent: 'FR', x: null, y: true }, 'FR'],
])('reads the parent of %j', (rel, parent) => {
  expect(parse(rel, 'r')).toContain(`rel#country=${parent}`);
});

it.each<[unknown, string]>([
  [{ name: 5 }, 'unknown field name [name] in join field [rel]'],
  [{ name: { x: 'city' } }, 'unknown field name [x] in join field [rel]'],
  [{ name: true }, 'null join name in field [rel]'],
  [{ name: 'city', parent: true }, '[parent] is missing for join field [rel]'],
  [{ name: 'city', parent: { z: 1 } }, 'unknown field name [z] in join field [rel]'],
])('takes no other value for a name or a parent: %j', (rel, reason) => {
  expect(failureOf(() => parse(rel, 'r'))[1]).toBe(`illegal_argument_exception: ${reason}`);
});

const create = (relations: JsonValue) =>
  atOnce(
    IndexMapping.parsingInitial(
      { properties: { rel: { type: 'join', relations } } },
      mappingContext(),
    ),
  );

it('refuses a child of several parents in a new field, and reads one back', () => {
  const relations = { a: ['x', 'y'], b: ['x'] };
  expect(failureOf(() => create(relations))[0]).toBe(
    'mapper_parsing_exception: Failed to parse mapping [_doc]: invalid definition for join field [rel]:\n[[x] cannot have multiple parents]',
  );
  expect(() => mappingOf({ rel: { type: 'join', relations } })).not.toThrow();
});

it('shows each child once, and refuses a relation without children', () => {
  expect(create({ a: ['x', 'x'] }).toJson()).toMatchObject({
    properties: { rel: { relations: { a: 'x' } } },
  });
  expect(failureOf(() => create({ a: null }))[0]).toContain('[relations] has no children of [a]');
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
