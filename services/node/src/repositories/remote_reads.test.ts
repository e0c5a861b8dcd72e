import type { RepositoryOptions } from '@skein/snapshots';
import { LogReads } from './remote_reads.js';

test('a restore that was aborted before it began fails with the reason', async () => {
  const repository: Partial<RepositoryOptions> = {};
  const reads = new LogReads(repository as RepositoryOptions, { indexId: 'i', shard: 0 }, 1);
  const { ask, failure } = reads.until(AbortSignal.abort(new Error('given up')));
  ask({ kind: 'find_end', segment: undefined }, () => {
    throw new Error('nothing is asked');
  });
  await expect(failure).rejects.toThrow('given up');
});
