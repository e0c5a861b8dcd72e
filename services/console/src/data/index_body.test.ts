import { parseJson } from '../json/exact_json.js';
import { indexBody } from './index_body.js';

const FORM = { shards: 2, replicas: 0, fields: [], mappings: '' };
const settings = { number_of_shards: 2, number_of_replicas: 0 };

it('leaves mappings to the documents when none are given', () => {
  expect(indexBody({ ...FORM, fields: [{ name: ' ', type: 'date' }] }, parseJson)).toEqual({
    settings,
  });
});

it('has the fields of the form', () => {
  const fields = [
    { name: 'name', type: 'keyword' },
    { name: 'born ', type: 'date' },
  ];
  expect(indexBody({ ...FORM, fields }, parseJson)).toEqual({
    settings,
    mappings: { properties: { name: { type: 'keyword' }, born: { type: 'date' } } },
  });
});

it('adds them to mappings that are written as JSON', () => {
  const mappings = '{"dynamic":"strict","properties":{"text":{"type":"text"}}}';
  const fields = [{ name: 'n', type: 'long' }];
  expect(indexBody({ ...FORM, fields, mappings }, parseJson)).toEqual({
    settings,
    mappings: { dynamic: 'strict', properties: { text: { type: 'text' }, n: { type: 'long' } } },
  });
});
