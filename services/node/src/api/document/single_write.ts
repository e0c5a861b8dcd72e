/** A single-document write: a bulk of one whose item's error is the request's. */

import { expectDefined } from '@skein/base';
import { fromPlainError } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { RoutedWrite, RoutedWriteResult, WriteOptions } from '../../document_router/mod.js';
import { type TypedRequest, withType } from '../mapping_types/typed_request.js';
import { statusOf, writeAnswer } from './write_params.js';

export async function singleWrite(
  { documentRouter }: Pick<Actors, 'documentRouter'>,
  write: RoutedWrite,
  { typed, ...options }: WriteOptions & { readonly typed?: TypedRequest | undefined },
): Promise<Reply> {
  const outcome = await written(documentRouter, write, options);
  const { result } = outcome;
  if (!result.ok) throw fromPlainError(result.error);
  const status = statusOf(result);
  const forcedRefresh = outcome.forcedRefresh && result.result !== 'noop';
  const answer = writeAnswer({ ...outcome, forcedRefresh }, result);
  const reply = jsonReply(withType(answer, typed), status);
  if (status !== 201) return reply;
  const place = { index: outcome.index, id: result.id, type: typed?.type ?? '_doc' };
  return { ...reply, headers: { Location: location(place, write.routing) } };
}

async function written(
  documentRouter: Actors['documentRouter'],
  write: RoutedWrite,
  options: WriteOptions,
): Promise<RoutedWriteResult> {
  if (write.op === 'update') return documentRouter.update(write, options);
  const { results } = await documentRouter.bulk([write], { ...options, handsOver: true });
  return expectDefined(results[0], 'one write has one result');
}

interface Place {
  readonly index: string;
  readonly type: string;
  readonly id: string;
}

function location({ index, type, id }: Place, routing: string | undefined): string {
  const path = `/${[index, type, id].map(encodeURIComponent).join('/')}`;
  return routing === undefined ? path : `${path}?routing=${encodeURIComponent(routing)}`;
}
