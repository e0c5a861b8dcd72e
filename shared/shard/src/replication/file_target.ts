/** A new copy's side of a recovery by files: what arrives is staged, until the machine says that it takes the place of everything. */
import type { CommitFile, EngineReplica, StagedFiles } from '@skein/engine';
import { ApiError } from '@skein/errors';
import type { FileAnswer, FileMessage } from './file_messages.js';
import type { RecoveryProgress } from './recovery_progress.js';

const NOTHING_PRESENT: FileAnswer = { present: [] };

interface Attempt {
  readonly session: number;
  readonly staged: StagedFiles;
  readonly wanted: Set<string>;
}

export class FileTarget {
  readonly #replica: EngineReplica;
  readonly #progress: RecoveryProgress;
  #attempt: Attempt | undefined;

  constructor(replica: EngineReplica, progress: RecoveryProgress) {
    this.#replica = replica;
    this.#progress = progress;
  }

  take(message: FileMessage): FileAnswer {
    if (message.kind === 'begin') return this.#begin(message.session, message.files);
    const attempt = this.#attempt;
    if (attempt?.session !== message.session) throw notExpected(message.session);
    if (message.kind === 'chunk') {
      attempt.staged.write(message.file, message);
      this.#progress.bytesReceived(message.file, message.bytes.length);
    } else {
      attempt.staged.finish(message.file, message.crc);
      attempt.wanted.delete(message.file.name);
    }
    return NOTHING_PRESENT;
  }

  /** The files of the attempt, all of them there. */
  complete(): StagedFiles {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    if (attempt === undefined || attempt.wanted.size > 0) throw notExpected(attempt?.session);
    this.#progress.filesInPlace();
    return attempt.staged;
  }

  close(): void {
    this.#attempt?.staged.discard();
    this.#attempt = undefined;
  }

  #begin(session: number, files: readonly CommitFile[]): FileAnswer {
    this.close();
    const staged = this.#replica.stageFiles();
    const present = staged.reuse(files);
    this.#progress.filesWanted(files, present);
    const wanted = new Set(files.map(({ name }) => name).filter((name) => !present.has(name)));
    this.#attempt = { session, staged, wanted };
    return { present: [...present] };
  }
}

function notExpected(session: number | undefined): ApiError {
  return new ApiError(
    'illegal_state_exception',
    `files of recovery [${session ?? 'none'}] are not all here, or not wanted`,
  );
}
