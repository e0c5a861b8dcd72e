import { atOnce } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { mappingContext } from '../../testdata/mapping_fixture.js';
import { composingMappings } from './compose_mappings.js';

test.each<[string, JsonObject[], JsonObject]>([
  ['an earlier one keeps', [{ enabled: false }, { properties: {} }], { enabled: false }],
  ['a later one sets', [{ properties: {} }, { enabled: false }], { enabled: false }],
  ['a later one replaces', [{ enabled: false }, { enabled: true }], {}],
])('[enabled] of a composed mapping: %s it', (_name, mappings, composed) => {
  expect(atOnce(composingMappings(mappings, mappingContext()))).toEqual(composed);
});
