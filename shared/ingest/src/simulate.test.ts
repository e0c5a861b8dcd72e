/** Tests what `_simulate` shows of documents: their steps, if asked, and what it refuses. */
import { encodeJson, type JsonObject, type JsonValue } from '@skein/content';
import type { ApiError } from '@skein/errors';
import { NOW_MS, simulateBytes, testThread } from './testing/test_thread.js';

const thread = testThread();
thread.answers.change_pipelines(
  new Map<string, JsonObject>([
    ['inner', { processors: [{ set: { field: 'b', value: 2, tag: 'in' } }] }],
    ['cycle', { processors: [{ pipeline: { name: 'cycle' } }] }],
    ['dropping', { processors: [{ drop: { tag: 'inside' } }] }],
    ['faulty', { processors: [{ fail: { message: 'no' } }] }],
  ]),
);

const AT = new Date(NOW_MS).toISOString();

function steps(processors: readonly JsonValue[], source: JsonObject = { a: 1 }): JsonValue {
  const body = encodeJson({ pipeline: { processors }, docs: [{ _source: source }] });
  const { docs } = simulateBytes(thread, body, true) as { docs: JsonObject[] };
  return docs[0]?.processor_results ?? docs[0] ?? null;
}

const shown = (pipeline: string, _source: JsonObject) => ({
  doc: { _index: '_index', _id: '_id', _source, _ingest: { pipeline, timestamp: AT } },
});
const OWN = '_simulate_pipeline';

test('each processor is shown with the document after it', () => {
  expect(
    steps([
      { set: { field: 'b', value: 2, tag: 't', description: 'd' } },
      { remove: { field: 'a' } },
    ]),
  ).toEqual([
    {
      ...{ processor_type: 'set', status: 'success', description: 'd', tag: 't' },
      ...shown(OWN, { a: 1, b: 2 }),
    },
    { processor_type: 'remove', status: 'success', ...shown(OWN, { b: 2 }) },
  ]);
});

test('a condition is shown with its result', () => {
  const set = (condition: string) => ({ set: { field: 'b', value: 2, if: condition } });
  expect(steps([set('ctx.a == 1'), set('ctx.a == 2')])).toEqual([
    {
      ...{
        processor_type: 'set',
        status: 'success',
        if: { condition: 'ctx.a == 1', result: true },
      },
      ...shown(OWN, { a: 1, b: 2 }),
    },
    { processor_type: 'set', status: 'skipped', if: { condition: 'ctx.a == 2', result: false } },
  ]);
});

test('a failure ends the pipeline, and is shown', () => {
  const found = steps([{ fail: { message: 'no' } }, { set: { field: 'b', value: 2 } }]);
  expect(found).toMatchObject([
    { processor_type: 'fail', status: 'error', error: { reason: 'no' } },
  ]);
  expect(found).not.toHaveProperty([0, 'doc']);
});

test('a failure that is ignored is shown, and the next processor runs', () => {
  expect(
    steps([{ fail: { message: 'no', ignore_failure: true } }, { set: { field: 'b', value: 2 } }]),
  ).toMatchObject([
    {
      ...{
        processor_type: 'fail',
        status: 'error_ignored',
        ignored_error: { error: { reason: 'no' } },
      },
      ...shown(OWN, { a: 1 }),
    },
    { processor_type: 'set', status: 'success', ...shown(OWN, { a: 1, b: 2 }) },
  ]);
});

test('the handlers of a failure are shown behind it', () => {
  expect(
    steps([
      {
        fail: {
          message: 'no',
          on_failure: [{ set: { field: 'why', value: '{{_ingest.on_failure_message}}' } }],
        },
      },
      { set: { field: 'b', value: 2 } },
    ]),
  ).toMatchObject([
    { processor_type: 'fail', status: 'error', error: { reason: 'no' } },
    { processor_type: 'set', status: 'success', doc: { _source: { a: 1, why: 'no' } } },
    { processor_type: 'set', status: 'success', doc: { _source: { a: 1, why: 'no', b: 2 } } },
  ]);
});

test('a dropped document has no further steps', () => {
  expect(steps([{ drop: {} }, { set: { field: 'b', value: 2 } }])).toEqual([
    { processor_type: 'drop', status: 'dropped' },
  ]);
});

test('a rerouted document has no further steps', () => {
  const found = steps([{ reroute: { destination: 'other' } }, { set: { field: 'b', value: 2 } }]);
  expect(found).toHaveLength(1);
  expect(found).toMatchObject([{ processor_type: 'reroute', doc: { _index: 'other' } }]);
});

describe('a pipeline in a pipeline', () => {
  const call = (name: string) => ({ pipeline: { name } });

  test('is shown with its own steps', () => {
    expect(steps([call('inner'), { set: { field: 'c', value: 3 } }])).toEqual([
      { processor_type: 'pipeline', status: 'success' },
      { processor_type: 'set', status: 'success', tag: 'in', ...shown('inner', { a: 1, b: 2 }) },
      { processor_type: 'set', status: 'success', ...shown(OWN, { a: 1, b: 2, c: 3 }) },
    ]);
  });

  test('that drops the document ends the outer one as well', () => {
    expect(steps([call('dropping'), { set: { field: 'c', value: 3 } }])).toEqual([
      { processor_type: 'pipeline', status: 'success' },
      { processor_type: 'drop', status: 'dropped', tag: 'inside' },
    ]);
  });

  test('that fails is shown with the failure of its step', () => {
    expect(steps([call('faulty')])).toMatchObject([
      { processor_type: 'pipeline', status: 'success' },
      { processor_type: 'fail', status: 'error', error: { reason: 'no' } },
    ]);
  });

  test('that never ends, or is none, is a failure', () => {
    const found = steps([call('cycle')]) as { error?: { reason: string } }[];
    expect(found.at(-1)).toMatchObject({ processor_type: 'pipeline', status: 'error' });
    expect(JSON.stringify(found)).toContain('Cycle detected for pipeline: cycle');
    expect(JSON.stringify(steps([call('none')]))).toContain(
      'Pipeline processor configured for non-existent pipeline [none]',
    );
  });
});

function refusal(body: JsonValue, id?: string): Pick<ApiError, 'type' | 'reason'> {
  try {
    thread.answers.simulate({ body: encodeJson(body), id, verbose: false });
  } catch (error) {
    const { type, reason } = error as ApiError;
    return { type, reason };
  }
  throw new Error('not refused');
}

describe('a request', () => {
  const pipeline = { processors: [{ set: { field: 'b', value: 2 } }] };
  const withDoc = (doc: JsonValue) => ({ pipeline, docs: [doc] });

  test.each<[JsonValue, string]>([
    [{ pipeline }, '[docs] required property is missing'],
    [{ pipeline, docs: [] }, 'must specify at least one document in [docs]'],
    [withDoc(5), 'malformed [docs] section, should include an inner object'],
    [withDoc({}), '[_source] required property is missing'],
    [
      withDoc({ _source: {}, _version: 'x' }),
      'Failed to parse parameter [_version], only int or long is accepted',
    ],
    [
      withDoc({ _source: {}, _if_seq_no: 'x' }),
      'Failed to parse parameter [_if_seq_no], only int or long is accepted',
    ],
    [
      withDoc({ _source: {}, _if_primary_term: true }),
      'Failed to parse parameter [_if_primary_term], only int or long is accepted',
    ],
    [withDoc({ _source: {}, _version_type: 'later' }), 'No version type match [later]'],
  ])('%j is refused: %s', (body, reason) => {
    expect(refusal(body).reason).toContain(reason);
  });

  test('names its pipeline, or has one', () => {
    const body = { docs: [{ _source: { a: 1 } }] };
    expect(refusal(body, 'none')).toEqual({
      type: 'illegal_argument_exception',
      reason: 'pipeline [none] does not exist',
    });
    const { bytes } = thread.answers.simulate({
      ...{ body: encodeJson(body), id: 'inner', verbose: false },
    });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      docs: [shown('inner', { a: 1, b: 2 })].map(({ doc }) => ({
        doc: { ...doc, _ingest: { timestamp: AT } },
      })),
    });
  });

  test('gives its documents metadata, which is shown as text', () => {
    const doc = {
      ...{ _index: 'i', _id: 7, _routing: 'r', _version: 3, _version_type: 'external' },
      ...{ _if_seq_no: 4, _if_primary_term: 5, _source: { a: 1 } },
    };
    const { docs } = simulateBytes(thread, encodeJson(withDoc(doc)));
    expect(docs).toMatchObject([
      {
        doc: {
          ...{ _index: 'i', _id: '7', _routing: 'r', _version: '3', _version_type: 'external' },
          ...{ _if_seq_no: '4', _if_primary_term: '5', _source: { a: 1, b: 2 } },
        },
      },
    ]);
  });
});

test('a missing pipeline is left out if its call says so', () => {
  const call = { pipeline: { name: 'nowhere', ignore_missing_pipeline: true } };
  expect(steps([call, { set: { field: 'b', value: 2 } }])).toEqual([
    { processor_type: 'pipeline', status: 'success' },
    { processor_type: 'set', status: 'success', ...shown(OWN, { a: 1, b: 2 }) },
  ]);
});
