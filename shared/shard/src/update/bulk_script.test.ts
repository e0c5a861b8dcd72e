/**
 * Tests of the scripts of updates by query and reindex: the changes that they may make, and the
 * results.
 */
import { ScriptService } from '@skein/script';
import { transformDocuments } from './bulk_script.js';

const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });
const bytes = (text: string) => new TextEncoder().encode(text);
const DOCUMENT = { index: 'i', id: '1', routing: 'r', version: -1, source: bytes('{"n":1}') };

function run(source: string, mayMove = false, params = {}) {
  const script = {
    type: 'inline',
    lang: 'painless',
    idOrCode: source,
    options: {},
    params,
  } as const;
  const [result] = transformDocuments({ script, documents: [DOCUMENT], mayMove }, scripts);
  return result && { ...result, source: new TextDecoder().decode(result.source) };
}

test('a document is changed, deleted, left alone', () => {
  const place = { index: 'i', id: '1', routing: 'r' };
  expect(run('ctx._source.n += params.by', false, { by: 2 })).toEqual({
    ...place,
    op: 'index',
    source: '{"n":3}',
  });
  expect(run("ctx.op = 'delete'")).toEqual({ ...place, op: 'delete', source: '{"n":1}' });
  expect(run("if (ctx._source.n == 1) ctx.op = 'noop'")).toMatchObject({ op: 'noop' });
  for (const script of ['ctx._source = null', "ctx.remove('_source')"]) {
    expect(run(script)).toMatchObject({ op: 'index', source: 'null' });
  }
});

test('a copy goes where the script says', () => {
  const moved = run(
    "ctx._index = 'j'; ctx._id = null; ctx._routing = null; ctx._version = 5",
    true,
  );
  expect(moved).toEqual({
    op: 'index',
    index: 'j',
    id: undefined,
    routing: undefined,
    version: 5,
    source: '{"n":1}',
  });
  expect(run('ctx._version = null', true)).toHaveProperty('version', undefined);
  expect(run('ctx._version = 5.0', true)).toHaveProperty('version', 5);
  expect(run('ctx._source.n = 2', true)).not.toHaveProperty('version');
});

test.each([
  ["ctx.op = 'create'", false, 'Operation type [create] not allowed, only [noop, index, delete]'],
  ['ctx.op = null', false, 'Script cleared operation type'],
  ["ctx._id = 'x'", false, 'Modifying [_id] not allowed'],
  ["ctx._index = 'x'", false, 'Modifying [_index] not allowed'],
  ['ctx._version = 1', false, 'Modifying [_version] not allowed'],
  ['ctx._routing = null', false, 'Modifying [_routing] not allowed'],
  ['ctx.a = 1', false, 'Invalid fields added to context [a]'],
  ['ctx._index = null', true, "Can't reindex without a destination index!"],
  ["ctx._version = 'a'", true, '_version may only be set to an int or a long but was [a]'],
  ['ctx._version = true', true, '_version may only be set to an int or a long but was [true]'],
  ['ctx._version = 5.5', true, '_version may only be set to an int or a long but was [5.5]'],
  ['ctx._version = -2', true, 'illegal version value [-2]'],
  ["ctx._version = '-1'", false, 'Modifying [_version] not allowed'],
  ['ctx._source = 1', true, 'class java.lang.Integer cannot be cast to class java.util.Map'],
  ['ctx._source.x.y = 1', false, 'runtime error'],
])('%s is refused: %s', (source, mayMove, reason) => {
  expect(() => run(source, mayMove)).toThrow(reason);
});
