import { decodeCommitData, encodeCommitData } from './commit_data.js';

const DATA = {
  historyUuid: 'history',
  translogUuid: 'log',
  translogGeneration: 3,
  localCheckpoint: 5,
  maxSeqNo: 7,
  minRetainedSeqNo: 2,
};

test('a commit has the keys of OpenSearch, and is read as it was written', () => {
  const written = encodeCommitData(DATA);
  expect(written).toEqual({
    history_uuid: 'history',
    translog_uuid: 'log',
    translog_generation: '3',
    local_checkpoint: '5',
    max_seq_no: '7',
    max_unsafe_auto_id_timestamp: '-1',
    min_retained_seq_no: '2',
    history_in_index: 'true',
  });
  expect(decodeCommitData(written)).toEqual(DATA);
});

test('a commit of a version without a history in the index has none before its checkpoint', () => {
  const { history_in_index: _, ...written } = encodeCommitData(DATA);
  expect(decodeCommitData(written)).toEqual({ ...DATA, minRetainedSeqNo: 6 });
});

test.each(['history_uuid', 'translog_uuid', 'translog_generation', 'max_seq_no'])(
  'a commit without [%s] is refused',
  (key) => {
    const { [key]: _, ...written } = encodeCommitData(DATA);
    expect(() => decodeCommitData(written)).toThrow(
      expect.objectContaining({
        type: 'corrupt_index_exception',
        reason: `commit without user data [${key}]`,
      }),
    );
  },
);

test.each(['x', '1.5', '9007199254740992'])('a commit with the number [%s] is refused', (text) => {
  const written = { ...encodeCommitData(DATA), local_checkpoint: text };
  expect(() => decodeCommitData(written)).toThrow(
    expect.objectContaining({
      type: 'corrupt_index_exception',
      reason: `commit with user data [local_checkpoint] of [${text}]`,
    }),
  );
});
