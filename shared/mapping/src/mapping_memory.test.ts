import { atOnce } from '@skein/base';
import { stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { mappingContext } from '../testdata/mapping_fixture.js';
import { IndexMapping } from './index_mapping.js';
import {
  BYTES_PER_MAPPED_FIELD,
  checkMappingRoom,
  countingFields,
  enterMappingMemory,
  fieldsInText,
} from './mapping_memory.js';
import { mergingMapping } from './merge/merge_mapping.js';

const refusal = (wanted: number, limit: number, label: string) =>
  new ApiError('circuit_breaking_exception', `${label} ${wanted} of ${limit}`);
const roomFor = (fields: number, held = 0) =>
  enterMappingMemory({
    limitBytes: fields * BYTES_PER_MAPPED_FIELD,
    heldFields: () => held,
    refusal,
  });
const wide = (count: number, prefix = 'f') => ({
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${prefix}${i}`, { type: 'keyword' }]),
  ),
});
const context = mappingContext({ 'index.mapping.total_fields.limit': '1000000' });

afterEach(() => enterMappingMemory(undefined));

test('a mapping is refused by the fields it has beside those that are there', () => {
  roomFor(100, 60);
  expect(() => checkMappingRoom(40)).not.toThrow();
  expect(() => checkMappingRoom(41)).toThrow('<mappings>');
});

test('a mapping that has no room is neither parsed nor merged', () => {
  roomFor(100);
  expect(() => atOnce(IndexMapping.parsingInitial(wide(101), context))).toThrow('<mappings>');
  atOnce(IndexMapping.parsingInitial(wide(100), context));
  expect(() => atOnce(mergingMapping(wide(60), wide(41, 'g'), context))).toThrow('<mappings>');
  const merged = atOnce(mergingMapping(wide(60), wide(40, 'g'), context));
  expect(Object.keys(merged.properties ?? {})).toHaveLength(100);
});

test('fields are counted before anything is made of them: objects and multi-fields too', () => {
  const mapping = {
    properties: {
      a: { type: 'text', fields: { k: { type: 'keyword' }, l: { type: 'text' } } },
      b: { type: 'object', properties: { c: { type: 'long' } } },
    },
  };
  expect(atOnce(countingFields(mapping))).toBe(5);
  expect(fieldsInText(stringifyJson(mapping))).toBe(5);
  expect(fieldsInText('{}')).toBe(0);
});
