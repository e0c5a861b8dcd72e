/**
 * A copy's side of files that come: what arrives is staged, until the machine says what it becomes: all that there is (a recovery), or the
 * segments of an index that follows (a round).
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

/** Told of what arrives. */
export interface FileProgress {
  /** `present`: those of them that were here. */
  filesWanted(files: readonly CommitFile[], present: ReadonlySet<string>): void;
  bytesReceived(file: CommitFile, bytes: number): void;
  filesInPlace(): void;
}

/** Nobody wants to know. */
export const UNTOLD: FileProgress = {
  filesWanted: () => {},
  bytesReceived: () => {},
  filesInPlace: () => {},
};

export interface FileTargetOptions {
  readonly replica: EngineReplica;
  /** What is here stays where it is, beside what comes. */
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

  /** The files of the attempt, if all of them are there. */
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
