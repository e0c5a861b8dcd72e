import fc from 'fast-check';
import { decodeCommandRequest, encodeCommandRequest } from './command_codec.js';

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', '\u0000map', '\u0000object', '\u0000x', 'constructor'),
);
const { request } = fc.letrec((tie) => ({
  request: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 62n }),
    fc.array(tie('request'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('request')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
    fc.array(fc.tuple(key, tie('request')), { maxLength: 4 }).map(Object.fromEntries),
    fc.array(fc.string(), { maxLength: 4 }).map((values) => new Set(values)),
  ),
}));

it('a request is the same after its way to the master, whatever keys users choose', () => {
  fc.assert(
    fc.property(request, (value) => {
      expect(decodeCommandRequest(encodeCommandRequest(value))).toEqual(value);
    }),
  );
});

it('refuses what is no plain data', () => {
  expect(() => encodeCommandRequest({ at: new Date(0) })).toThrow('plain data');
});
