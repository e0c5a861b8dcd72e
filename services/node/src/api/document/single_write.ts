/** A single-document write: a bulk of one whose item's error is the request's. */

import { expectDefined } from '@skein/base';
import { fromPlainError } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { RoutedWrite, WriteOptions } from '../../document_router/mod.js';
import { statusOf, writeAnswer } from './write_params.js';

export async function singleWrite(
  { documentRouter }: Actors,
  write: RoutedWrite,
  options: WriteOptions,
): Promise<Reply> {
  const { results } = await documentRouter.bulk([write], { ...options, handsOver: true });
  const outcome = expectDefined(results[0], 'one write has one result');
  const { result } = outcome;
  if (!result.ok) throw fromPlainError(result.error);
  const status = statusOf(result);
  const forcedRefresh = outcome.forcedRefresh && result.result !== 'noop';
  const reply = jsonReply(writeAnswer({ ...outcome, forcedRefresh }, result), status);
  if (status !== 201) return reply;
  return { ...reply, headers: { Location: location(outcome.index, result.id, write.routing) } };
}

function location(index: string, id: string, routing: string | undefined): string {
  const path = `/${encodeURIComponent(index)}/_doc/${encodeURIComponent(id)}`;
  return routing === undefined ? path : `${path}?routing=${encodeURIComponent(routing)}`;
}
