/** The values of `index.replication.type` and of the cluster's default for it. */
import { ApiError } from '@skein/errors';

/** Throws illegal_argument_exception with OpenSearch's reason. */
export function checkReplicationType(text: string): void {
  if (text === 'DOCUMENT' || text === 'SEGMENT') return;
  throw new ApiError(
    'illegal_argument_exception',
    `Could not parse ReplicationStrategy for [${text}]`,
  );
}
