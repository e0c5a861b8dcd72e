/** One more record for the checkpoint file of a generation that is complete. */
import type { Directory } from '@skein/search_library';
import { CHECKPOINT_BYTES, type Checkpoint, checkpointName, encodeCheckpoint } from './format.js';
import { wholeRecords } from './generation_reader.js';

/** Durable when this returns. It takes the place of a torn one, so that never two of them lie at the end. */
export function appendCheckpoint(
  directory: Directory,
  generation: number,
  checkpoint: Checkpoint,
): void {
  const end = wholeRecords(directory, generation) * CHECKPOINT_BYTES;
  const file = directory.openAppend(checkpointName(generation));
  try {
    if (file.length > end) file.truncate(end);
    file.append(encodeCheckpoint(checkpoint));
    file.sync();
  } finally {
    file.close();
  }
}
