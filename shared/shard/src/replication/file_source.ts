/** A primary's side of a recovery by files: a commit's files, one after the other, in chunks. */
import { crc32 } from '@skein/bytes';
import type { CopyRef } from '@skein/cluster/replication';
import type { CommitFile, HeldCommit } from '@skein/engine';
import type { CopyPorts } from './copy_ports.js';
import { CHUNK_BYTES } from './file_messages.js';

interface Destination {
  readonly to: CopyRef;
  readonly session: number;
}

/** Resolves when the target has every file on its disk; rejects when it could not take one. */
export async function sendCommit(
  commit: HeldCommit,
  { to, session }: Destination,
  sendFile: CopyPorts['sendFile'],
): Promise<void> {
  const address = { to: to.allocationId, session };
  await sendFile(to, { ...address, kind: 'begin', files: commit.files });
  for (const file of commit.files) {
    let crc = 0;
    for (const bytes of chunksOf(commit, file)) {
      const chunk = crc32(bytes);
      crc = crc32(bytes, crc);
      await sendFile(to, { ...address, kind: 'chunk', file, bytes, crc: chunk });
    }
    await sendFile(to, { ...address, kind: 'end', file, crc });
  }
}

function* chunksOf(commit: HeldCommit, file: CommitFile): Generator<Uint8Array> {
  for (let offset = 0; offset < file.lengthBytes; offset += CHUNK_BYTES) {
    yield commit.read(file.name, offset, Math.min(CHUNK_BYTES, file.lengthBytes - offset));
  }
}
