/**
 * When a request came is a time on the clock of a process. To another node it goes as a time before
 * now, which is one on every clock.
 */
import type { CallRequest } from '@skein/shard';

export function startShifted<T extends CallRequest>(request: T, byMs: number): T {
  if (!('render' in request) || request.render === undefined) return request;
  const { render } = request;
  return { ...request, render: { ...render, startMs: render.startMs + byMs } };
}
