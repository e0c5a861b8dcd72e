import { atOnce } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { failureOf, mappingContext, mappingOf } from '../testdata/mapping_fixture.js';
import { IndexMapping } from './index_mapping.js';
import { mergingMapping } from './merge/merge_mapping.js';

const parse = (mapping: JsonObject): IndexMapping => IndexMapping.parse(mapping, mappingContext());
const shownField = (field: JsonObject): unknown => mappingOf({ f: field }).toJson().properties;

describe('display', () => {
  it.each<[JsonObject, JsonObject | undefined]>([
    [{ type: 'keyword' }, undefined],
    [
      { type: 'keyword', ignore_above: '10', index: true, doc_values: 'false' },
      { type: 'keyword', doc_values: false, ignore_above: 10 },
    ],
    [{ type: 'long', coerce: true }, undefined],
    [
      { type: 'long', coerce: 'false', null_value: 5, boost: 1 },
      { type: 'long', coerce: false, null_value: 5 },
    ],
    [{ type: 'text', analyzer: 'english' }, undefined],
    [{ type: 'text', analyzer: 'default' }, { type: 'text' }],
    [
      { type: 'text', search_analyzer: 'standard' },
      { type: 'text', analyzer: 'default', search_analyzer: 'standard' },
    ],
    [
      { type: 'text', analyzer: 'english', search_analyzer: 'english' },
      { type: 'text', analyzer: 'english' },
    ],
    [
      { type: 'text', index_prefixes: {}, index_options: 'offsets', norms: false },
      {
        type: 'text',
        index_options: 'offsets',
        norms: false,
        index_prefixes: { min_chars: 2, max_chars: 5 },
      },
    ],
    [{ type: 'date', format: 'strict_date_optional_time||epoch_millis' }, { type: 'date' }],
    [
      { type: 'scaled_float', scaling_factor: 100 },
      { type: 'scaled_float', scaling_factor: 100 },
    ],
    [
      { type: 'completion' },
      {
        type: 'completion',
        analyzer: 'simple',
        preserve_separators: true,
        preserve_position_increments: true,
        max_input_length: 50,
      },
    ],
    [{ type: 'object' }, undefined],
    [{ properties: {} }, { type: 'object' }],
    [
      { type: 'object', properties: { b: { type: 'long' } } },
      { properties: { b: { type: 'long' } } },
    ],
    [
      { type: 'nested', include_in_parent: true, dynamic: false },
      { type: 'nested', include_in_parent: true, dynamic: 'false' },
    ],
    [
      { type: 'keyword', copy_to: 'x', fields: { t: { type: 'text' } }, meta: { b: '1', a: '2' } },
      {
        type: 'keyword',
        meta: { a: '2', b: '1' },
        fields: { t: { type: 'text' } },
        copy_to: ['x'],
      },
    ],
  ])('%j', (field, expected) => {
    expect(shownField(field)).toEqual({ f: expected ?? field });
  });

  it('shows the root', () => {
    const mapping: JsonObject = {
      dynamic: 'strict',
      _meta: { a: 1 },
      _routing: { required: true },
      _source: { excludes: ['x.*'] },
      dynamic_date_formats: ['yyyy'],
      dynamic_templates: [
        { t: { match: 'a', match_mapping_type: '*', mapping: { type: 'keyword' } } },
      ],
      date_detection: false,
      numeric_detection: true,
      properties: { __proto__x: { type: 'long' } },
    };
    expect(parse(mapping).toJson()).toEqual(mapping);
    expect(parse({}).toJson()).toEqual({});
  });

  it('survives its own display', () => {
    const json = parse({
      properties: {
        'a.b': { type: 'long' },
        'a.c': { type: 'text' },
        a: { dynamic: 'false', properties: {} },
      },
    }).toJson();
    expect(json).toEqual({
      properties: {
        a: { dynamic: 'false', properties: { b: { type: 'long' }, c: { type: 'text' } } },
      },
    });
    expect(parse(json).toJson()).toEqual(json);
  });

  it('shows single fields, with defaults when asked', () => {
    const mapping = mappingOf({ title: { type: 'text', fields: { raw: { type: 'keyword' } } } });
    expect(mapping.fieldMappings('title.raw', false)).toEqual({
      'title.raw': { full_name: 'title.raw', mapping: { raw: { type: 'keyword' } } },
    });
    expect(mapping.fieldMappings('title', true)).toMatchObject({
      title: { mapping: { title: { type: 'text', analyzer: 'default', norms: true } } },
    });
    expect(mapping.fieldMappings('nope', false)).toEqual({});
    expect(mapping.fieldMappings('_id', false)).toEqual({ _id: { full_name: '_id', mapping: {} } });
    expect(Object.keys(mapping.fieldMappings('_i*', false))).toEqual(['_id', '_index', '_ignored']);
    expect(mapping.fieldMappings('_primary*', false)).toEqual({});
    expect(Object.keys(mapping.fieldMappings('*', false))).toEqual(
      expect.arrayContaining(['title', 'title.raw', '_source', '_doc_count']),
    );
  });
});

describe('refusals', () => {
  it.each<[JsonObject, string]>([
    [
      { properties: { a: { type: 'nope' } } },
      'mapper_parsing_exception: No handler for type [nope] declared on field [a]',
    ],
    [
      { properties: { a: { type: ['keyword'] } } },
      'mapper_parsing_exception: No handler for type [[keyword]] declared on field [a]',
    ],
    [
      { properties: { a: { type: 'no_such_type' } } },
      'mapper_parsing_exception: No handler for type [no_such_type] declared on field [a]',
    ],
    [
      { properties: { a: { type: 'text', analyzer: 'nope' } } },
      'illegal_argument_exception: analyzer [nope] has not been configured in mappings',
    ],
    [
      { properties: { a: { type: 'long', foo: 1 } } },
      'mapper_parsing_exception: unknown parameter [foo] on mapper [a] of type [long]',
    ],
    [
      { properties: { a: { type: 'long', index: null } } },
      'mapper_parsing_exception: [index] on mapper [a] of type [long] must not have a [null] value',
    ],
    [
      { properties: { a: { type: 'keyword', index: { x: 1 } } } },
      'illegal_argument_exception: Failed to parse value [{x=1}] as only [true] or [false] are allowed.',
    ],
    [
      { properties: { a: { type: 'keyword', ignore_above: 1.5 } } },
      'illegal_argument_exception: 1.5 is not an integer value',
    ],
    [
      { properties: { a: { type: 'keyword', ignore_above: 2_147_483_648 } } },
      'arithmetic_exception: integer overflow',
    ],
    [
      { properties: { a: { type: 'keyword', ignore_above: '' } } },
      'number_format_exception: For input string: ""',
    ],
    [
      { properties: { a: { type: 'keyword', boost: true } } },
      'number_format_exception: For input string: "true"',
    ],
    [
      { properties: { a: { type: 'keyword', boost: '' } } },
      'number_format_exception: empty String',
    ],
    [
      { properties: { a: { type: 'keyword', normalizer: null } } },
      'mapper_parsing_exception: [normalizer] on mapper [a] of type [keyword] must not have a [null] value',
    ],
    [
      { properties: { a: { type: 'text', index_prefixes: 'x' } } },
      'illegal_argument_exception: [index_prefixes] must be an object',
    ],
    [
      { properties: { a: { type: 'text', analyzer: ['x'] } } },
      'illegal_argument_exception: analyzer [[x]] has not been configured in mappings',
    ],
    [
      { properties: { a: { type: 'match_only_text', index_options: 'freqs' } } },
      'mapper_parsing_exception: Unknown value [freqs] for field [index_options] - accepted values are [docs]',
    ],
    [
      { properties: { a: { type: 'match_only_text', norms: true } } },
      'mapper_parsing_exception: Norms cannot be enabled on for match_only_text field',
    ],
    [
      { properties: { a: { type: 'keyword', meta: [1] } } },
      'mapper_parsing_exception: [meta] must be an object, got ArrayList[[1]] for field [a]',
    ],
    [
      { properties: { a: { type: 'date', locale: 'de_DEU' } } },
      'illegal_argument_exception: Unknown country: DEU',
    ],
    [
      { properties: { a: { type: 'date_range', locale: 'de', format: 'd MMM yyyy' } } },
      'illegal_argument_exception: locale [de] is not supported for a format with words: they are read in English',
    ],
    [
      { properties: { a: { type: 'flat_object', fields: { b: { type: 'keyword' } } } } },
      'mapper_parsing_exception: Mapping definition for [a] has unsupported parameters:  [fields : {b={type=keyword}}]',
    ],
    [
      { properties: { a: { type: 'join', relations: { a: 'b' }, copy_to: 'c' } } },
      'mapper_parsing_exception: Mapping definition for [a] has unsupported parameters:  [copy_to : c]',
    ],
    [
      { properties: { a: { type: 'keyword', copy_to: null } } },
      'mapper_parsing_exception: [copy_to] must not have a [null] value',
    ],
    [
      { properties: { a: { type: 'keyword', fields: null } } },
      'mapper_parsing_exception: [fields] must not have a [null] value',
    ],
    [
      { properties: { a: { type: 'keyword', copy_to: 'a.b' } } },
      'illegal_argument_exception: [copy_to] may not be used to copy to a multi-field: [a.b]',
    ],
    [
      { foo: 1, bar: { x: 'y' } },
      'mapper_parsing_exception: Root mapping definition has unsupported parameters:  [foo : 1] [bar : {x=y}]',
    ],
    [{ properties: { a: {} } }, 'mapper_parsing_exception: No type specified for field [a]'],
    [
      { properties: { _source: { includes: ['a'] } } },
      'mapper_parsing_exception: No type specified for field [_source]',
    ],
    [
      { properties: { _source: { type: 'keyword' } } },
      'mapper_parsing_exception: Field [_source] is defined more than once',
    ],
    [
      { properties: { '': { type: 'keyword' } } },
      'illegal_argument_exception: name cannot be empty string',
    ],
    [
      { properties: { a: 5 } },
      'mapper_parsing_exception: Expected map for property [fields] on field [a] but got a class java.lang.String',
    ],
    [
      { properties: { a: { type: 'alias' } } },
      'mapper_parsing_exception: The [path] property must be specified for field [a].',
    ],
    [
      { properties: { a: { type: 'alias', path: 'b' } } },
      'mapper_parsing_exception: Invalid [path] value [b] for field alias [a]: an alias must refer to an existing field in the mappings.',
    ],
    [
      { properties: { a: { type: 'alias', path: 5 } } },
      'mapper_parsing_exception: Invalid [path] value [5] for field alias [a]: an alias must refer to an existing field in the mappings.',
    ],
    [
      { properties: { a: { type: 'scaled_float' } } },
      'illegal_argument_exception: Field [scaling_factor] is required',
    ],
    [
      { properties: { a: { type: 'keyword', normalizer: 'x' } } },
      'mapper_parsing_exception: normalizer [x] not found for field [a]',
    ],
    [
      { properties: { a: { type: 'text', similarity: 'x' } } },
      'mapper_parsing_exception: Unknown Similarity type [x] for field [a]',
    ],
    [
      { properties: { a: { type: 'text', fields: { b: { type: 'object' } } } } },
      'mapper_parsing_exception: Type [object] cannot be used in multi field',
    ],
    [
      { dynamic_templates: [{ t: { mapping: {} } }] },
      'mapper_parsing_exception: template must have match, path_match or match_mapping_type set {mapping={}}',
    ],
  ])('%j', (mapping, reason) => {
    expect(failureOf(() => parse(mapping))[0]).toBe(reason);
  });

  it('a wrong expression of a dynamic template is refused in a new mapping, and read back', () => {
    const template = { match: 'a(', match_pattern: 'regex', mapping: { type: 'keyword' } };
    const mapping = { dynamic_templates: [{ t: template }] };
    expect(() => parse(mapping)).not.toThrow();
    const reason = 'Pattern [a(] of type [regex] is invalid. Cannot create dynamic template [t].';
    const create = () => atOnce(IndexMapping.parsingInitial(mapping, mappingContext()));
    expect(failureOf(create)[0]).toBe(
      `mapper_parsing_exception: Failed to parse mapping [_doc]: ${reason}`,
    );
    const update = () => atOnce(mergingMapping({}, mapping, mappingContext()));
    expect(failureOf(update)[0]).toBe(`illegal_argument_exception: ${reason}`);
  });

  it('speaks of the whole mapping when an index is made', () => {
    expect(
      failureOf(() =>
        atOnce(
          IndexMapping.parsingInitial({ properties: { a: { type: 'nope' } } }, mappingContext()),
        ),
      ),
    ).toEqual([
      'mapper_parsing_exception: Failed to parse mapping [_doc]: No handler for type [nope] declared on field [a]',
      'mapper_parsing_exception: No handler for type [nope] declared on field [a]',
    ]);
  });

  it.each<[JsonObject, Record<string, string>, string]>([
    [
      { a: { type: 'text', fields: { b: { type: 'keyword' } } } },
      { 'index.mapping.total_fields.limit': '1' },
      'Limit of total fields [1] has been exceeded',
    ],
    [
      { 'a.b.c': { type: 'long' } },
      { 'index.mapping.depth.limit': '2' },
      'Limit of mapping depth [2] has been exceeded due to object field [a.b]',
    ],
    [
      { abc: { type: 'long' } },
      { 'index.mapping.field_name_length.limit': '2' },
      'Field name [abc] is longer than the limit of [2] characters',
    ],
    [
      { a: { type: 'nested' } },
      { 'index.mapping.nested_fields.limit': '0' },
      'Limit of nested fields [0] has been exceeded',
    ],
  ])('limits %j by %j', (properties, settings, reason) => {
    const call = () =>
      atOnce(IndexMapping.parsingInitial({ properties }, mappingContext(settings)));
    expect(failureOf(call)).toEqual([`illegal_argument_exception: ${reason}`]);
  });
});

describe('look-up', () => {
  const mapping = mappingOf({
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    o: { properties: { x: { type: 'long' }, y: { type: 'ip' } } },
    real: { type: 'long' },
    al: { type: 'alias', path: 'real' },
    flat: { type: 'flat_object' },
    type_ahead: { type: 'search_as_you_type' },
  });

  it('finds fields, multi-fields, aliases, companions, metadata and paths inside flat objects', () => {
    const names = [
      'title',
      'title.raw',
      'o.x',
      'al',
      '_id',
      'flat.a.b',
      'type_ahead._2gram',
      'type_ahead._index_prefix',
    ];
    expect(names.map((name) => mapping.field(name)?.name)).toEqual([
      'title',
      'title.raw',
      'o.x',
      'real',
      '_id',
      'flat.a.b',
      'type_ahead._2gram',
      'type_ahead._index_prefix',
    ]);
    expect(
      ['o', 'nope', 'title.raw.x', '__proto__', 'constructor'].map((name) => mapping.field(name)),
    ).toEqual(Array(5).fill(undefined));
  });

  it('matches patterns and asks objects for their leaves', () => {
    expect(mapping.matching('o.*').map(({ name }) => name)).toEqual(['o.x', 'o.y']);
    expect(mapping.matching('_*')).toEqual([]);
    expect(mapping.existsFields('o').map(({ name }) => name)).toEqual(['o.x', 'o.y']);
    expect(mapping.existsFields('title').map(({ name }) => name)).toEqual(['title']);
  });
});
