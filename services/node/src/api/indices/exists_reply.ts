/** The `exists` family answers a missing thing with 404 and no body; other faults are faults. */
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
