/**
 * Responses of the `exists` family: a missing object gives 404 without a body; other errors are
 * thrown.
 */
import { ApiError } from '@skein/errors';
import { emptyReply, type Reply } from '@skein/http';

export function existsReply(look: () => Reply): Reply {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return emptyReply(404);
    throw thrown;
  }
}
