import { parseJson } from '../json/exact_json.js';
import { mappingsChange, settingsChange } from './index_change.js';

const CURRENT = { number_of_replicas: '1', refresh_interval: '5s', uuid: 'x' };

it('sends the settings that were changed, and those of the JSON', () => {
  const as = (replicas: string, refresh: string, json = '') =>
    settingsChange(CURRENT, { replicas, refresh, json }, parseJson);
  expect(as('1', '5s')).toEqual({});
  expect(as('2', '5s')).toEqual({ 'index.number_of_replicas': '2' });
  expect(as('1', ' ')).toEqual({ 'index.refresh_interval': null });
  expect(as('1', '-1', '{"index.max_result_window":7}')).toEqual({
    'index.max_result_window': 7,
    'index.refresh_interval': '-1',
  });
  expect(() => as('1', '5s', '{')).toThrow(SyntaxError);
});

it('adds a field to the mappings of the JSON', () => {
  const as = (field: string, json = '') => mappingsChange({ field, type: 'long', json }, parseJson);
  expect(as('')).toEqual({});
  expect(as(' n ')).toEqual({ properties: { n: { type: 'long' } } });
  expect(as('n', '{"dynamic":false,"properties":{"a":{"type":"ip"}}}')).toEqual({
    dynamic: false,
    properties: { a: { type: 'ip' }, n: { type: 'long' } },
  });
});

it('refuses JSON that is no object', () => {
  const wish = { field: 'n', type: 'long' };
  expect(() => mappingsChange({ ...wish, json: '[1]' }, parseJson)).toThrow(SyntaxError);
  expect(() => mappingsChange({ ...wish, json: '{"properties":7}' }, parseJson)).toThrow(
    SyntaxError,
  );
});
