import { type JsonValue, parseJson } from '@skein/content';
import type { Actors } from '../../actors.js';
import type { TermsEnumCall } from '../../search_coordinator/mod.js';
import { quietDispatcher } from '../../testing/quiet_dispatcher.js';
import { terms_enum } from './terms_enum.js';

let asked: TermsEnumCall | undefined;
const actors = {
  searchCoordinator: {
    termsEnum: async (call: TermsEnumCall) => {
      asked = call;
      return {};
    },
  },
  tasks: { run: (_task: object, work: () => Promise<unknown>) => work() },
} as unknown as Actors;
const dispatcher = quietDispatcher({ endpoints: [terms_enum], actors });

async function ask(body: string): Promise<JsonValue> {
  asked = undefined;
  const admission = await dispatcher.admit({
    method: 'POST',
    target: '/i/_terms_enum',
    headers: { 'content-type': 'application/json' },
    signal: new AbortController().signal,
    abort: () => {},
  });
  if (admission?.kind !== 'welcome') throw new Error('not admitted');
  const { chunks } = await admission.answer(Buffer.from(body));
  return parseJson(Buffer.concat(chunks));
}

test.each([
  ['{"field":"k"}', { field: 'k', string: '', size: 10, timeoutMs: 1000, caseInsensitive: false }],
  ['{"field":"k","size":"7","case_insensitive":"true"}', { size: 7, caseInsensitive: true }],
  [
    '{"field":"k","string":null,"search_after":"b","timeout":"2s"}',
    { after: 'b', timeoutMs: 2000 },
  ],
])('%s', async (body, call) => {
  await ask(body);
  expect(asked).toMatchObject(call);
});

test.each([
  ['{"field":"k","size":""}', '[terms_enum] failed to parse field [size]'],
  ['{"field":"k","size":"0x2"}', '[terms_enum] failed to parse field [size]'],
  ['{"field":true}', "[terms_enum] field doesn't support values of type: VALUE_BOOLEAN"],
  ['{"field":["k"]}', "[terms_enum] field doesn't support values of type: START_ARRAY"],
  ['{"field":"k","nope":1}', '[terms_enum] unknown field [nope]'],
  ['{"field":"k","timeout":"2m"}', 'Timeout cannot be > 1 minute'],
  ['{}', 'field cannot be null'],
])('%s is refused', async (body, reason) => {
  expect(await ask(body)).toMatchObject({
    status: 400,
    error: { reason: expect.stringContaining(reason) },
  });
  expect(asked).toBeUndefined();
});
