/**
 * The start time of a request is on the clock of one process. It is sent to another node as an
 * offset from now, which is valid on every clock.
 */
import type { CallRequest } from '@skein/shard';

export function startShifted<T extends CallRequest>(request: T, byMs: number): T {
  if (!('render' in request) || request.render === undefined) return request;
  const { render } = request;
  return { ...request, render: { ...render, startMs: render.startMs + byMs } };
}
