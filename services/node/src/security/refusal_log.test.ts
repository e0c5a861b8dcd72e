import { silentLog } from '@skein/base';
import { ApiError } from '@skein/errors';
import { RefusalLog } from './refusal_log.js';

const REFUSAL = new ApiError('security_exception', 'not allowed', { status: 403 });
const REQUEST = {
  method: 'GET',
  target: '/logs/_search?access_token=secret',
  headers: {},
} as const;

it('says who asked for what, without the query, and no more than so often', () => {
  const time = { ms: 5000 };
  const lines: object[] = [];
  const log = { ...silentLog, warn: (_text: string, fields?: object) => lines.push(fields ?? {}) };
  const clock = { nowMs: () => 0, monotonicMs: () => time.ms };
  const refusals = new RefusalLog({ log, clock });
  for (let i = 0; i < 250; i++) refusals.write(REQUEST, REFUSAL);
  expect(lines).toHaveLength(100);
  const fields = { status: 403, method: 'GET', path: '/logs/_search', reason: 'not allowed' };
  expect(lines[0]).toEqual({ audit: 'access_refused', ...fields });
  expect(JSON.stringify(lines)).not.toContain('secret');
  time.ms += 1000;
  const item = { ...REFUSAL, reason: 'not this one', status: 403 };
  refusals.write(REQUEST, REFUSAL);
  expect(lines[100]).toEqual({ audit: 'access_refused', ...fields, left_out: 150 });
  refusals.write(REQUEST, item, 3);
  expect(lines[101]).toMatchObject({ path: '/logs/_search', item: 3, reason: 'not this one' });
});
