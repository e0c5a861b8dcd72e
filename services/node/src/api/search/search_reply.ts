/** The reply with an answer of which nothing else in this node keeps the chunks. */
import { chunksReply, type Reply } from '@skein/http';
import type { SearchAnswer, SearchCoordinator } from '../../search_coordinator/mod.js';

export function searchReply(
  answer: SearchAnswer,
  searchCoordinator: Pick<SearchCoordinator, 'written'>,
): Reply {
  const written = () => searchCoordinator.written(answer);
  return { ...chunksReply(answer.chunks, answer.status), written };
}
