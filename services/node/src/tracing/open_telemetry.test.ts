import { openTelemetry } from './open_telemetry.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

/** Nothing is sent: the traces are not sampled. */
const tracing = openTelemetry({
  endpoint: 'http://127.0.0.1:9/',
  share: 0,
  delayMs: 1000,
  clock: { nowMs: () => 0 },
  resource: {},
});

afterAll(() => tracing.stop());

test.each([
  [`00-${TRACE}-${SPAN}-00`, true],
  [`01-${TRACE}-${SPAN}-00`, true],
  [`01-${TRACE}-${SPAN}-00-more`, true],
  [`00-${TRACE}-${SPAN}-00-more`, false],
  [`01-${TRACE}-${SPAN}-00more`, false],
  [`ff-${TRACE}-${SPAN}-00`, false],
  [`00-${'0'.repeat(32)}-${SPAN}-00`, false],
  ['', false],
])('the trace of %j goes on: %s', (parent, goesOn) => {
  const start = { name: 'x', kind: 'server', attributes: {}, parent } as const;
  const told = tracing.run(start, () => tracing.traceparent);
  expect(told?.split('-')[1] === TRACE).toBe(goesOn);
});
