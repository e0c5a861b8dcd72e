/**
 * Blocks of files in a repository that threads of this node wait for: read from the file cache, or
 * fetched and stored there.
 */
import { asApiError } from '@skein/errors';
import { answerBlock, type BlockAsk, type BlockCache, failBlock } from '@skein/platform';
import { guarded, type RepositoryOptions } from '@skein/snapshots';

/**
 * Answers each block as soon as it is available. A failure is reported to the thread that waits for
 * that block.
 */
export async function fetchBlocks(
  repository: RepositoryOptions,
  blocks: readonly BlockAsk[],
  cache: BlockCache,
): Promise<void> {
  await Promise.all(
    blocks.map(async (block) => {
      try {
        answerBlock(block.answer, await cache.get(block, () => readPieces(repository, block)));
      } catch (error) {
        failBlock(block.answer, asApiError(error));
      }
    }),
  );
}

export function readPieces(
  repository: RepositoryOptions,
  { pieces, lengthBytes }: Pick<BlockAsk, 'pieces' | 'lengthBytes'>,
): Promise<Uint8Array> {
  return guarded(repository, 'read a block', async () => {
    const bytes = new Uint8Array(lengthBytes);
    let at = 0;
    const read = pieces.map((piece) => {
      const target = bytes.subarray(at, at + piece.lengthBytes);
      at += piece.lengthBytes;
      return repository.store.readInto(piece.blob, piece.offset, target);
    });
    await Promise.all(read);
    return bytes;
  });
}
