/** An index with a visible part must behave like an index that contains only that part. */

import type { JsonObject, JsonValue } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';
import { type FieldGrant, VisibleFields } from './visibility.js';

const PROPERTIES: JsonObject = {
  n: { type: 'integer' },
  team: { type: 'keyword' },
  salary: { type: 'long', store: true },
  name: { type: 'text', fields: { raw: { type: 'keyword' } } },
  home: { properties: { city: { type: 'keyword' }, street: { type: 'text' } } },
  notes: {
    type: 'nested',
    properties: { text: { type: 'text' }, author: { type: 'keyword' } },
  },
};
const PATHS = ['n', 'team', 'salary', 'name', 'name.raw', 'home.city', 'home.street'];
const WORDS = ['red', 'green', 'blue'];

const word = fc.constantFrom(...WORDS);
const note = fc.record({ text: word, author: word }, { requiredKeys: [] });
const document = fc.record(
  {
    team: word,
    salary: fc.integer({ min: 0, max: 9 }),
    name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    home: fc.record({ city: word, street: word }, { requiredKeys: [] }),
    notes: fc.array(note, { maxLength: 3 }),
  },
  { requiredKeys: ['team', 'salary'] },
);

const grantPattern = fc.constantFrom('*', 'n', 'team', 'sal*', 'name', 'home', 'home.c*', 'notes');
const exceptPattern = fc.constantFrom('salary', 'name.raw', 'home.street', 'notes.author', 'te*');
const grant: fc.Arbitrary<FieldGrant> = fc.record({
  grant: fc.array(grantPattern, { maxLength: 3 }).map((patterns) => ['n', ...patterns]),
  except: fc.array(exceptPattern, { maxLength: 2 }),
});

/** A role's query, and the same condition as a predicate. */
const roleQuery = fc.oneof(
  word.map((team) => ({
    query: { term: { team } } as JsonObject,
    keeps: (json: Document) => json.team === team,
  })),
  fc.integer({ min: 0, max: 9 }).map((least) => ({
    query: { range: { salary: { gte: least } } } as JsonObject,
    keeps: (json: Document) => json.salary >= least,
  })),
  word.map((author) => ({
    query: { nested: { path: 'notes', query: { term: { 'notes.author': author } } } } as JsonObject,
    keeps: ({ notes = [] }: Document) => notes.some((one) => one.author === author),
  })),
);

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({ match_all: {} }),
  fc.tuple(fc.constantFrom(...PATHS), word).map(([path, value]) => ({
    match: { [path]: { query: value, lenient: true } },
  })),
  fc.constantFrom(...PATHS).map((field) => ({ exists: { field } })),
  word.map((value) => ({ query_string: { query: `${value}*`, lenient: true } })),
  word.map((value) => ({ multi_match: { query: value, fields: ['*'], lenient: true } })),
  fc.integer({ min: 0, max: 9 }).map((gte) => ({ range: { salary: { gte } } })),
  word.map((value) => ({ prefix: { 'home.city': value.slice(0, 2) } })),
  word.map((value) => ({ wildcard: { 'name.raw': `*${value}` } })),
  // Only the first terms: terms of hidden documents must not take their places.
  fc.constantFrom('team', 'home.city').map((field) => ({
    prefix: { [field]: { value: '', rewrite: 'top_terms_1' } },
  })),
  word.map((value) => ({ fuzzy: { team: { value: `${value}s`, max_expansions: 1 } } })),
  word.map((value) => ({
    match_phrase_prefix: { 'home.street': { query: value.slice(0, 1), max_expansions: 1 } },
  })),
  word.map((value) => ({ terms: { team: [value] } })),
  word.map((value) => ({
    nested: { path: 'notes', ignore_unmapped: true, query: { term: { 'notes.author': value } } },
  })),
  fc.constant({
    script: {
      script: "doc.containsKey('salary') && doc['salary'].size() > 0 && doc['salary'].value > 4",
    },
  }),
);
const query = fc.oneof(
  leaf,
  fc.tuple(leaf, leaf).map(([a, b]) => ({ bool: { must: [a], must_not: [b] } })),
  fc.tuple(leaf, leaf).map(([a, b]) => ({ bool: { should: [a, b] } })),
);

interface Document {
  readonly n: number;
  readonly team: string;
  readonly salary: number;
  readonly notes?: readonly { readonly author?: string | undefined }[] | undefined;
}

/** Evaluates patterns as regular expressions, independently of the tested code. */
function modelShows(grants: readonly FieldGrant[] | undefined, path: string): boolean {
  if (grants === undefined) return true;
  const names = path.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'));
  const isIn = (patterns: readonly string[]) =>
    patterns.some((pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      return names.some((name) => expression.test(name));
    });
  return grants.some((one) => isIn(one.grant) && !isIn(one.except));
}

function modelMapping(shows: (path: string) => boolean): JsonObject {
  const properties = (fields: JsonObject, parent: string): JsonObject =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const path = parent + name;
        const { properties: inner, fields: multi, ...rest } = field as JsonObject;
        const below = {
          ...(inner ? { properties: properties(inner as JsonObject, `${path}.`) } : {}),
          ...(multi ? { fields: properties(multi as JsonObject, `${path}.`) } : {}),
        };
        const isEmpty = Object.values(below).every((one) => Object.keys(one).length === 0);
        return shows(path) || !isEmpty ? [[name, { ...rest, ...below }]] : [];
      }),
    );
  return { dynamic: false, properties: properties(PROPERTIES, '') };
}

function modelSource(json: JsonValue, path: string, shows: (path: string) => boolean): JsonValue {
  const members = Object.entries(json as JsonObject).flatMap(([name, value]) => {
    const full = path === '' ? name : `${path}.${name}`;
    const kept = modelValue(value ?? null, full, shows);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(members);
}

function modelValue(
  value: JsonValue,
  path: string,
  shows: (path: string) => boolean,
): JsonValue | undefined {
  if (Array.isArray(value)) {
    const kept = (value as JsonValue[]).map((one) => modelSource(one, path, shows));
    const isEmpty = kept.every((one) => Object.keys(one as JsonObject).length === 0);
    return isEmpty && !shows(path) ? undefined : kept;
  }
  if (typeof value === 'object' && value !== null) {
    const kept = modelSource(value, path, shows);
    return Object.keys(kept as JsonObject).length === 0 && !shows(path) ? undefined : kept;
  }
  return shows(path) ? value : undefined;
}

const role = fc.record({
  queries: fc.option(fc.array(roleQuery, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  fields: fc.option(fc.array(grant, { minLength: 1, maxLength: 2 }), { nil: undefined }),
});

const documents = fc
  .array(document, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((one, n) => ({ n, ...one })));

test('what is seen answers as if there were nothing else', () => {
  fc.assert(
    fc.property(documents, role, query, (all, { queries, fields }, asked) => {
      const shows = (path: string) => modelShows(fields, path);
      const kept = all.filter((one) => queries?.some(({ keeps }) => keeps(one)) ?? true);
      const seen = new TestIndex({
        mapping: { dynamic: false, properties: PROPERTIES },
        documents: all as unknown as JsonObject[],
        visibility: {
          queries: queries?.map((one) => JSON.stringify(one.query)),
          fields,
        },
      });
      const model = new TestIndex({
        mapping: modelMapping(shows),
        documents: kept.map((one) => modelSource(one as unknown as JsonObject, '', shows)) as never,
      });
      const body = {
        query: asked,
        sort: [{ n: 'asc' }],
        size: 20,
        fields: ['*'],
        docvalue_fields: ['salary', 'team', 'home.city'],
        stored_fields: ['*'],
        _source: true,
      };
      const answers = [seen, model].map((index) => withoutIds(index.search(body)));
      expect(answers[0]).toEqual(answers[1]);
    }),
    { numRuns: 60 },
  );
});

function withoutIds({ total, hits }: ReturnType<TestIndex['search']>) {
  return { total, hits: hits.map(({ _id, ...rest }) => rest) };
}

const SECRETIVE = { queries: undefined, fields: [{ grant: ['*'], except: ['salary', 'o.b'] }] };

describe('a field that is not seen', () => {
  const index = new TestIndex({
    mapping: mappingOf({
      salary: 'long',
      pay: { type: 'alias', path: 'salary' },
      name: { type: 'text', copy_to: 'all' },
      all: 'text',
      o: 'flat_object',
    }),
    documents: [{ salary: 7, name: 'ada', o: { a: 'x', b: 'secret' } }],
    visibility: SECRETIVE,
  });

  test.each<[JsonObject]>([
    [{ term: { salary: 7 } }],
    [{ term: { pay: 7 } }],
    [{ exists: { field: 'salary' } }],
    [{ term: { _field_names: 'salary' } }],
    [{ query_string: { query: '7' } }],
    [{ term: { o: 'secret' } }],
    [{ term: { 'o.b': 'secret' } }],
    [{ term: { 'o._value': 'secret' } }],
    [{ query_string: { query: '_exists_:salary' } }],
  ])('%j finds nothing', (hidden) => expect(index.matches(hidden)).toEqual([]));

  test('others are found', () => {
    expect(index.matches({ match: { all: 'ada' } })).toEqual(['1']);
  });

  test.each<[JsonObject, string]>([
    [{ sort: ['salary'] }, 'No mapping found for [salary]'],
    [{ sort: ['pay'] }, 'No mapping found for [pay]'],
    [{ script_fields: { a: { script: "doc['salary'].value" } } }, 'runtime error'],
    [{ query: { function_score: { field_value_factor: { field: 'salary' } } } }, 'salary'],
    [{ collapse: { field: 'salary' } }, 'salary'],
  ])('%j is refused as for a field that is not mapped', (body, reason) => {
    expect(() => index.search(body)).toThrow(reason);
  });

  test('scripts read a source without it, and a derived field has nothing of it', () => {
    const script = { lang: 'painless', source: "params._source.containsKey('salary') ? 1 : 0" };
    const derived = { twice: { type: 'long', script: 'emit(params._source.salary ?: -1)' } };
    const [hit] = index.search({ script_fields: { has: { script } } }).hits;
    expect(hit?.fields).toEqual({ has: [0] });
    expect(() => index.search({ derived, query: { term: { twice: 7 } } }).ids).not.toThrow();
    expect(index.search({ derived, query: { term: { twice: 7 } } }).ids).toEqual([]);
  });

  test('runtime fields have nothing of it, whatever they are called', () => {
    const search = (field: JsonObject, name: string) =>
      index.search({ runtime_mappings: { [name]: field }, query: { exists: { field: name } } }).ids;
    const script = 'if (params._source.salary != null) { emit(params._source.salary) }';
    expect(search({ type: 'long', script }, 'twice')).toEqual([]);
    expect(search({ type: 'long' }, 'salary')).toEqual([]);
    expect(search({ type: 'keyword' }, 'name')).not.toEqual([]);
  });

  test('term vectors are those of what is seen', () => {
    expect(index.termVectors({ name: 'ada' }, { fields: ['name', 'salary'] })).toMatchObject({
      name: {},
    });
  });
});

test('fields: with one goes what is below it, exceptions win, grants add up', () => {
  const fields = new VisibleFields([
    { grant: ['a', 'b.*'], except: ['a.x'] },
    { grant: ['a.x.y'], except: [] },
  ]);
  const seen = ['a', 'a.b', 'a.x', 'a.x.y', 'a.x.y.z', 'a.x.z', 'b', 'b.c', 'ab', 'j#k'];
  expect(seen.filter((path) => fields.shows(path))).toEqual([
    'a',
    'a.b',
    'a.x.y',
    'a.x.y.z',
    'b.c',
  ]);
});

test('a query of a role that names documents is refused', () => {
  const lookup = { terms: { team: { index: 'other', id: '1', path: 'teams' } } };
  const make = () =>
    new TestIndex({
      mapping: { properties: { team: { type: 'keyword' } } },
      documents: [{ team: 'a' }],
      visibility: { queries: [JSON.stringify(lookup)], fields: undefined },
    });
  expect(make).toThrow('the query of a role cannot be used');
});

test('inner hits are those of what is seen', () => {
  const index = new TestIndex({
    mapping: { properties: PROPERTIES },
    documents: [
      { team: 'a', notes: [{ text: 'x', author: 'm' }, { author: 'n' }, { text: 'y' }] },
      { team: 'b', notes: [{ text: 'x' }] },
    ],
    visibility: {
      queries: ['{"term":{"team":"a"}}'],
      fields: [{ grant: ['*'], except: ['notes.author'] }],
    },
  });
  const query = { constant_score: { filter: { match: { 'notes.text': 'x y' } } } };
  const inner = { nested: { path: 'notes', query, inner_hits: {} } };
  const [hit] = index.search({ query: inner }).hits;
  expect(hit?.inner_hits).toMatchObject({
    notes: {
      hits: {
        hits: [
          { _nested: { offset: 0 }, _source: { text: 'x' } },
          { _nested: { offset: 2 }, _source: { text: 'y' } },
        ],
      },
    },
  });
});
