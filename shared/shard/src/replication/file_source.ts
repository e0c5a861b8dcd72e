/**
 * A primary's side of sending files: the files of a commit that the target lacks, in chunks,
 * several of them under way at once (`indices.recovery.max_concurrent_file_chunks`).
 */
import { crc32 } from '@skein/bytes';
import type { CopyRef } from '@skein/cluster/replication';
import type { CommitFile, HeldCommit } from '@skein/engine';
import type { CopyPorts } from './copy_ports.js';
import { CHUNK_BYTES, type FileAttempt, type FileReply } from './file_messages.js';
import type { SendProgress } from './round_progress.js';

interface Destination {
  readonly to: CopyRef;
  readonly attempt: FileAttempt;
  readonly progress: SendProgress;
}

/** Resolves when the target has every file on its disk; rejects when it could not take one. */
export async function sendCommit(
  commit: HeldCommit,
  { to, attempt, progress }: Destination,
  sendFile: CopyPorts['sendFile'],
): Promise<void> {
  const address = { to: to.allocationId, attempt };
  progress.begins();
  const begun = await sendFile(to, { ...address, kind: 'begin', files: commit.files });
  const window = new Window(begun);
  const present = new Set(begun.present);
  progress.lacks(commit.files, present);
  const ends: Promise<unknown>[] = [];
  for (const file of commit.files) {
    if (present.has(file.name)) continue;
    const sent: Promise<unknown>[] = [];
    let crc = 0;
    for (let offset = 0; offset < file.lengthBytes; offset += CHUNK_BYTES) {
      await window.room();
      const bytes = chunkOf(commit, file, offset);
      crc = crc32(bytes, crc);
      const chunk = { kind: 'chunk', file, offset, bytes, crc: crc32(bytes) } as const;
      // The buffer may have been moved to another thread by the time of the answer.
      const { length } = bytes;
      const taken = () => progress.sentBytes(length);
      sent.push(window.pass(sendFile(to, { ...address, ...chunk }), taken));
    }
    const whole = Promise.all(sent)
      .then(() => sendFile(to, { ...address, kind: 'end', file, crc }))
      .then(() => progress.sentFile());
    // The failure is awaited below, or the window has reported it before.
    whole.catch(() => undefined);
    ends.push(whole);
  }
  await Promise.all(ends);
}

function chunkOf(commit: HeldCommit, { name, lengthBytes }: CommitFile, offset: number) {
  return commit.read(name, offset, Math.min(CHUNK_BYTES, lengthBytes - offset));
}

/** The window of chunks under way; the newest answer sets its size. */
class Window {
  #limit: number;
  readonly #under = new Set<Promise<unknown>>();
  #failure: { readonly error: unknown } | undefined;

  constructor({ chunksAtOnce }: FileReply) {
    this.#limit = chunksAtOnce;
  }

  /** Waits for room; rejects if an earlier chunk failed. */
  async room(): Promise<void> {
    while (this.#under.size >= this.#limit) await Promise.race(this.#under);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  pass(sent: Promise<FileReply>, taken: () => void): Promise<unknown> {
    const settled = sent.then(
      ({ chunksAtOnce }) => {
        this.#limit = chunksAtOnce;
        this.#under.delete(settled);
        taken();
      },
      (error: unknown) => {
        this.#failure ??= { error };
        this.#under.delete(settled);
      },
    );
    this.#under.add(settled);
    return sent;
  }
}
