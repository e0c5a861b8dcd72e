import { type JsonObject, parseJson } from '@skein/content';
import type { RoutedWriteResult } from '../../document_router/mod.js';
import { bulkAnswer } from './bulk_answer.js';
import { type AcceptedWrite, writeAnswer } from './write_params.js';

const result: AcceptedWrite = {
  ok: true,
  result: 'created',
  id: 'a "quoted" \u2028 id',
  version: 1,
  seqNo: 2 ** 40,
  primaryTerm: 3,
  get: undefined,
};
const outcome: RoutedWriteResult = {
  index: 'docs',
  result,
  forcedRefresh: false,
  shards: { total: 2, successful: 1, failed: 0 },
};

it.each([
  ['plain', outcome, 201],
  ['refreshed', { ...outcome, forcedRefresh: true }, 201],
  ['missing', { ...outcome, result: { ...result, result: 'not_found' } }, 404],
] as const)('a %s item says what a single write says, and its status', (_name, given, status) => {
  const answer = writeAnswer(given, given.result as AcceptedWrite);
  const parsed = parseJson(bulkAnswer('index', given)) as { index: JsonObject };
  expect(parsed).toEqual({ index: { ...answer, status } });
  expect(Object.keys(parsed.index)).toEqual([...Object.keys(answer), 'status']);
});
