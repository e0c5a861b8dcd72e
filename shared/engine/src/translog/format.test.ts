import {
  CHECKPOINT_BYTES,
  type Checkpoint,
  checkpointName,
  decodeCheckpoint,
  decodeHeader,
  encodeCheckpoint,
  encodeHeader,
  FRAME_BYTES,
  generationOf,
  hasCells,
  isHeaderCut,
  logName,
  wasCheckpoint,
} from './format.js';

const HEADER = { translogUuid: 'log-uuid', primaryTerm: 2 ** 40 + 1 };
const AT = 128;
const TRACE = { before: 64, faintCells: 3 };
const CHECKPOINT: Checkpoint = {
  operations: 7,
  offset: AT + CHECKPOINT_BYTES,
  minSeqNo: 2 ** 40,
  maxSeqNo: 2 ** 41,
  globalCheckpoint: -1,
  trimmedAbove: undefined,
};

const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, (bytes[at] ?? 0) ^ 1);

test('names of files tell their generation', () => {
  expect([logName(12), checkpointName(12)].map(generationOf)).toEqual([12, 12]);
  for (const name of ['translog-.tlog', 'translog-1.tmp', 'xtranslog-1.tlog', 'durable.mark'])
    expect(generationOf(name)).toBeUndefined();
});

test('a header is read whatever follows it, and refused when it is cut or changed', () => {
  const bytes = encodeHeader(HEADER);
  const length = bytes.length;
  expect(decodeHeader(bytes, 'x')).toEqual({ header: HEADER, length });
  const longer = Uint8Array.from([...bytes, 1, 2, 3]);
  expect(decodeHeader(longer, 'x')).toEqual({ header: HEADER, length });
  expect(isHeaderCut(bytes)).toBe(false);
  for (let end = 0; end < length; end++) {
    expect(() => decodeHeader(bytes.slice(0, end), 'x')).toThrow('header is too short');
    expect(isHeaderCut(bytes.slice(0, end))).toBe(true);
  }
  for (let at = 0; at < length; at++)
    expect(() => decodeHeader(flipped(bytes, at), 'x')).toThrow(
      expect.objectContaining({ type: 'translog_corrupted_exception' }),
    );
});

test('the version says where checkpoints lie; a file without one is new', () => {
  const bytes = encodeHeader(HEADER);
  expect(hasCells(bytes)).toBe(true);
  expect(hasCells(bytes.with(4, 2))).toBe(false);
  expect(hasCells(bytes.with(4, 2).slice(0, 7))).toBe(true);
});

test.each([undefined, -1, 0, 2 ** 41])('a checkpoint trimmed above %p is read', (trimmedAbove) => {
  const checkpoint = { ...CHECKPOINT, trimmedAbove };
  const frame = encodeCheckpoint(checkpoint, TRACE);
  expect(decodeCheckpoint(frame, AT)).toEqual({ checkpoint, ...TRACE });
  const many = encodeCheckpoint(checkpoint, { before: 0, faintCells: 2 ** 30 });
  expect(decodeCheckpoint(many, AT)?.faintCells).toBe(2 ** 24 - 1);
});

test('a checkpoint elsewhere, cut or changed is none, but small damage shows that it was one', () => {
  const frame = encodeCheckpoint(CHECKPOINT, TRACE);
  expect(decodeCheckpoint(frame, AT + 1)).toBeUndefined();
  expect(decodeCheckpoint(frame.slice(0, CHECKPOINT_BYTES - 1), AT)).toBeUndefined();
  for (let at = 0; at < CHECKPOINT_BYTES; at++) {
    const damaged = flipped(frame, at);
    expect(decodeCheckpoint(damaged, AT)).toBeUndefined();
    expect(wasCheckpoint(damaged, AT, TRACE.before)).toBe(true);
  }
  // Two of the four constant parts are enough, one is not.
  expect(wasCheckpoint(frame, AT + 1, TRACE.before + 1)).toBe(true);
  expect(wasCheckpoint(frame.with(0, 0), AT + 1, TRACE.before + 1)).toBe(false);
  const rest = frame.slice().fill(0, 0, FRAME_BYTES + 1);
  expect(wasCheckpoint(rest, AT, TRACE.before)).toBe(true);
  expect(wasCheckpoint(rest, AT, TRACE.before + 1)).toBe(false);
  expect(wasCheckpoint(rest, AT + 1, TRACE.before)).toBe(false);
  const zeros = new Uint8Array(CHECKPOINT_BYTES);
  expect(wasCheckpoint(zeros, AT, 0)).toBe(false);
  expect(wasCheckpoint(zeros, 0, 0)).toBe(true);
});
