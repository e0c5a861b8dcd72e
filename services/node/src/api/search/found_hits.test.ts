import { atOnce } from '@skein/base';
import { encodeJson, stringifyJson } from '@skein/content';
import { foundHits } from './found_hits.js';

const found = (answer: string) =>
  atOnce(foundHits(new TextEncoder().encode(answer))).map(({ index, id, json }) => ({
    index,
    id,
    json: stringifyJson(json),
  }));

test('hits keep the form of their numbers', () => {
  const one = '{"_index":"i","_id":"1","_score":1.0,"_source":{"hits":{"hits":[9]},"_id":1E5}}';
  const other = '{"_index":"j","_id":"2","_score":null,"sort":[0.0]}';
  const answer = `{"took":1,"_shards":{"hits":[]},"hits":{"total":{"value":2},"hits":[${one},${other}]},"x":[{}]}`;
  expect(found(answer)).toEqual([
    { index: 'i', id: '1', json: one },
    { index: 'j', id: '2', json: other },
  ]);
});

test.each(['{}', '{"hits":{"total":0}}', '{"hits":{"hits":[]}}'])('%s has none', (answer) => {
  expect(found(answer)).toEqual([]);
});

test('names are read, however they are written', () => {
  const hit = { _index: 'ö', _id: '"\\' };
  const answer = new TextDecoder().decode(encodeJson({ hits: { hits: [hit] } }));
  expect(found(answer)).toMatchObject([{ index: 'ö', id: '"\\' }]);
});
