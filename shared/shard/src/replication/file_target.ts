/**
 * A copy's side of receiving files. Files are staged until the machine decides their use: they
 * become the whole store (a recovery), or the segments of a following index (a round).
 */
import type { CommitFile, EngineReplica, StagedFiles } from '@skein/engine';
import { ApiError } from '@skein/errors';
import type { FileAnswer, FileAttempt, FileMessage } from './file_messages.js';

const NOTHING_PRESENT: FileAnswer = { present: [] };

interface Attempt {
  readonly name: FileAttempt;
  readonly staged: StagedFiles;
  readonly wanted: Set<string>;
}

/** Listener for arriving files. */
export interface FileProgress {
  /** `present`: the wanted files that the copy had already. */
  filesWanted(files: readonly CommitFile[], present: ReadonlySet<string>): void;
  bytesReceived(file: CommitFile, bytes: number): void;
  filesInPlace(): void;
}

/** A listener that ignores everything. */
export const NO_FILE_PROGRESS: FileProgress = {
  filesWanted: () => {},
  bytesReceived: () => {},
  filesInPlace: () => {},
};

interface FileTargetOptions {
  readonly replica: EngineReplica;
  /** True if the existing files stay in place next to the new ones. */
  readonly isBeside: boolean;
  readonly progress: FileProgress;
}

export class FileTarget {
  readonly #options: FileTargetOptions;
  #attempt: Attempt | undefined;

  constructor(options: FileTargetOptions) {
    this.#options = options;
  }

  take(message: FileMessage): FileAnswer {
    if (message.kind === 'begin') return this.#begin(message.attempt, message.files);
    const attempt = this.#attempt;
    if (attempt?.name !== message.attempt) throw notExpected(message.attempt);
    if (message.kind === 'chunk') {
      attempt.staged.write(message.file, message);
      this.#options.progress.bytesReceived(message.file, message.bytes.length);
    } else {
      attempt.staged.finish(message.file, message.crc);
      attempt.wanted.delete(message.file.name);
    }
    return NOTHING_PRESENT;
  }

  /** The files of the attempt, if all of them have arrived. */
  complete(): StagedFiles | undefined {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    if (attempt === undefined || attempt.wanted.size > 0) return undefined;
    this.#options.progress.filesInPlace();
    return attempt.staged;
  }

  close(): void {
    this.#attempt?.staged.discard();
    this.#attempt = undefined;
  }

  #begin(name: FileAttempt, files: readonly CommitFile[]): FileAnswer {
    this.close();
    const { replica, isBeside, progress } = this.#options;
    const staged = replica.stageFiles(isBeside ? 'segments.' : 'recovery.');
    const present = isBeside ? staged.find(files) : staged.reuse(files);
    progress.filesWanted(files, present);
    const wanted = new Set(files.map((file) => file.name).filter((file) => !present.has(file)));
    this.#attempt = { name, staged, wanted };
    return { present: [...present] };
  }
}

export function notExpected(attempt: FileAttempt | undefined): ApiError {
  return new ApiError(
    'illegal_state_exception',
    `files of [${attempt ?? 'none'}] are not all here, or not wanted`,
  );
}
