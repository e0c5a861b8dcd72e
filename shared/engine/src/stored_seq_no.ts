/** The highest sequence number of the copy in a folder, read without opening it. */
import { type Directory, readNewestCommit } from '@skein/search_library';
import { decodeCommitData } from './commit_data.js';

/**
 * The highest sequence number in its newest commit; undefined: there is no commit. Throws if the
 * commit is damaged.
 */
export function committedMaxSeqNo(indexDirectory: Directory): number | undefined {
  const commit = readNewestCommit(indexDirectory);
  return commit && decodeCommitData(commit.userData).maxSeqNo;
}
