/** Tests the answers of a thread to calls about scripts alone. */
import { NOTHING_OUTSIDE } from '@skein/analysis';
import { type ScriptReference, ScriptService } from '@skein/script';
import { IndexContextCache } from './index_context_cache.js';
import { ScriptRunner } from './script_runner.js';
import { shardContext } from './testing/shard_context.js';

const clock = { nowMs: () => 0, monotonicMs: () => 0 };
const runner = new ScriptRunner({
  scripts: new ScriptService(clock),
  indices: new IndexContextCache(NOTHING_OUTSIDE),
  clock,
});

const reference = (code: string, params = {}, lang = 'painless'): ScriptReference => ({
  type: 'inline',
  lang,
  idOrCode: code,
  options: {},
  params,
});

describe('a stored script', () => {
  const check = (source: string, context: string, lang = 'painless') =>
    runner.check({ id: 's', script: { lang, source, options: {} }, context });

  test('is right if it compiles for its context', () => {
    expect(check('return 1', 'score')).toEqual({});
    expect(check('{"query":{"match_all":{}}}', 'template', 'mustache')).toEqual({});
  });

  test('for a context that is none is refused with its id', () => {
    expect(() => check('1', 'nowhere')).toThrow(
      expect.objectContaining({
        type: 'illegal_argument_exception',
        reason: 'failed to parse/compile stored script [s]',
        cause: expect.objectContaining({ reason: 'Unknown context [nowhere]' }),
      }),
    );
  });

  test('in Painless has no options', () => {
    const script = { lang: 'painless', source: '1', options: { content_type: 'text/plain' } };
    expect(() => runner.check({ id: 's', script, context: 'score' })).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({
          reason: 'Unrecognized compile-time parameter(s): {content_type=text/plain}',
        }),
      }),
    );
  });

  test('with a fault is refused with the place of the fault', () => {
    expect(() => check('return', 'score')).toThrow(
      expect.objectContaining({ type: 'script_exception' }),
    );
  });

  test('in a language that is none is refused with its id', () => {
    expect(() => check('1', 'score', 'klingon')).toThrow(
      expect.objectContaining({ reason: 'failed to parse/compile stored script [s]' }),
    );
  });
});

describe('a script is executed', () => {
  const index = shardContext('{"properties":{"n":{"type":"long"},"t":{"type":"text"}}}');
  const document = { n: 4, t: 'red fox' };

  test('by itself, with its result as text', () => {
    const request = { context: 'painless_test', setup: undefined, nowMs: 0 } as const;
    const script = reference('params.a + params.b', { a: 1, b: 2 });
    expect(runner.execute({ script, ...request })).toEqual({ result: '3' });
  });

  test.each<['filter' | 'score', string, boolean | number]>([
    ['filter', "doc['n'].value == 4", true],
    ['filter', "doc['n'].value == 5", false],
    ['score', "doc['n'].value * params.by", 12],
    ['score', '_score', 0],
  ])('over a document, as a %s: %s', (context, code, result) => {
    const script = reference(code, { by: 3 });
    const setup = { index, document, query: undefined };
    expect(runner.execute({ script, context, setup, nowMs: 0 })).toEqual({ result });
  });

  test('over a document with the score of a query', () => {
    const query = { constant_score: { filter: { match: { t: 'fox' } }, boost: 2.5 } };
    const setup = { index, document, query };
    const script = reference('_score');
    expect(runner.execute({ script, context: 'score', setup, nowMs: 0 })).toEqual({ result: 2.5 });
  });
});

test('templates are rendered each by itself', () => {
  const templates = [
    reference('{"a":"{{x}}"}', { x: 1 }, 'mustache'),
    reference('{{#x}}', {}, 'mustache'),
    reference('{"b":"{{y}}"}', { y: 2 }, 'mustache'),
  ];
  expect(runner.renderAll({ templates }).results).toMatchObject([
    { text: '{"a":"1"}' },
    { error: {} },
    { text: '{"b":"2"}' },
  ]);
});

test('documents are transformed by a script', () => {
  const source = new TextEncoder().encode('{"n":1}');
  const documents = [{ index: 'i', id: '1', routing: undefined, version: 1, source }];
  const script = reference('ctx._source.n++');
  const { results } = runner.transform({ script, documents, mayMove: false });
  expect(results.map((one) => new TextDecoder().decode(one.source))).toEqual(['{"n":2}']);
});
