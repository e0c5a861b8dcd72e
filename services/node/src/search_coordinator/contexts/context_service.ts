/**
 * Handles calls of other nodes for the scrolls and points in time of this one, with the rights of
 * the calling user.
 */
import { decodePlain } from '@skein/bytes';
import { checkPlan } from '@skein/search';
import type { CallContext } from '@skein/transport';
import type { NodeLinks } from '../../node_links/mod.js';
import type { UserContexts } from '../../security/user_contexts.js';
import type { SearchAnswer, SearchOptions } from '../contract.js';
import { search } from '../search.js';
import type { SearchCoordinatorParts } from '../search_caller.js';
import type { AnswerMessage, ContextCalls } from './context_calls.js';
import { closeHere, listHere } from './local_contexts.js';
import { segmentsHere } from './point_in_time_segments.js';
import { nextPage } from './scroll.js';

interface ContextServiceParts {
  readonly links: Pick<NodeLinks<ContextCalls>, 'handle'>;
  readonly users: Pick<UserContexts, 'decode'>;
  readonly coordinator: SearchCoordinatorParts;
}

export function answerContextCalls({
  links,
  users,
  coordinator: parts,
}: ContextServiceParts): void {
  const optionsOf = ({ user, from, signal }: CallContext, nowMs = 0): SearchOptions => ({
    identity: users.decode(user, from.nodeId),
    signal,
    nowMs,
  });
  links.handle('context/page', async ({ call, nowMs }, context) => {
    const options = optionsOf(context, nowMs);
    return messageOf(await nextPage(decodePlain(call), { options, parts }));
  });
  links.handle('context/search', async ({ call, version, nowMs, shownStatus }, context) => {
    checkPlan({ version });
    const options = optionsOf(context, nowMs);
    const situation = shownStatus === undefined ? {} : { shownStatus };
    return messageOf(await search(decodePlain(call), options, parts, situation));
  });
  links.handle('context/close', ({ kind, ids }, context) => ({
    closed: closeHere(kind, ids, { options: optionsOf(context), parts }),
  }));
  links.handle('context/segments', async ({ ids }, context) => ({
    held: await segmentsHere(ids, { options: optionsOf(context), parts }),
  }));
  links.handle('context/list', (_request, context) => ({
    open: listHere({ options: optionsOf(context), parts }),
  }));
}

function messageOf({ status, chunks }: SearchAnswer): AnswerMessage {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return { status, body: only };
  const body = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    body.set(chunk, end);
    end += chunk.length;
  }
  return { status, body };
}
