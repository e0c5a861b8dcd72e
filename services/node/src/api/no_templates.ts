/** What is answered to who looks for composable templates where there are none: as OpenSearch, a pattern that matches nothing is 404 too. */
import { ApiError } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';

export function noTemplates(
  name: string | undefined,
  { kind, list }: { readonly kind: string; readonly list: string },
): Reply {
  const isPattern = name?.includes('*') ?? true;
  if (!isPattern) {
    throw new ApiError('resource_not_found_exception', `${kind} matching [${name}] not found`);
  }
  return jsonReply({ [list]: [] }, name === undefined ? 200 : 404);
}
