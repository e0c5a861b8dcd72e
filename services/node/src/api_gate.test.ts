import type { RequestHead } from '@skein/http';
import type { Dispatcher } from './api/dispatcher.js';
import { ApiGate } from './api_gate.js';

const dispatcher = {
  admit: ({ target }: RequestHead) => ({ kind: 'refused', reply: { asked: target } }),
} as unknown as Dispatcher;

/** The status and text of a synchronous response. */
function answered(gate: ApiGate, target: string): unknown {
  const head = { method: 'GET', target, headers: {} } as RequestHead;
  const admission = gate.admit(head);
  if (admission === undefined || admission instanceof Promise || admission.kind !== 'refused') {
    return 'waits';
  }
  const { reply } = admission;
  return 'asked' in reply ? reply.asked : [reply.status, Buffer.concat(reply.chunks).toString()];
}

test.each([
  ['/_health/live', [200, '{"live":true}'], [200, '{"live":true}']],
  ['/_health/ready', [503, '{"ready":false}'], [503, '{"ready":false}']],
  ['/_ready', [503, '{"ready":false}'], [503, '{"ready":false}']],
])('%s is answered while the node starts and stops', (path, starting, stopping) => {
  const gate = new ApiGate({});
  expect(answered(gate, path)).toEqual(starting);
  gate.open(dispatcher);
  expect(answered(gate, path)).toBe(path);
  gate.close();
  expect(answered(gate, path)).toEqual(stopping);
});

test("pages are nobody's business here, before the start and after it", () => {
  const gate = new ApiGate({}, '/_console');
  const isPage = (target: string) =>
    gate.admit({ method: 'GET', target, headers: {} } as RequestHead) === undefined;
  const pages = ['/_console', '/_console/', '/_console/a.js', '/_console?a=b'];
  const others = ['/_consoles', '/', '/a/_console'];
  expect([...pages, ...others].filter(isPage)).toEqual(pages);
  gate.open(dispatcher);
  expect([...pages, ...others].filter(isPage)).toEqual(pages);
});

test('other requests wait for the start, and are refused by a node that stops', () => {
  const gate = new ApiGate({});
  expect(answered(gate, '/_search')).toBe('waits');
  gate.open(dispatcher);
  gate.close();
  expect(answered(gate, '/_search')).toEqual([503, expect.stringContaining('node_closed')]);
});
