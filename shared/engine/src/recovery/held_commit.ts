/** A commit whose files are held while another copy reads them. */
import { type CommitPoint, commitFiles, type Directory } from '@skein/search_library';
import { decodeCommitData } from '../commit_data.js';
import { identityOf } from './file_identity.js';

export interface CommitFile {
  readonly name: string;
  readonly lengthBytes: number;
  /** Two files with the same name, length and identity are equal; undefined: unknown. */
  readonly identity: string | undefined;
}

export class HeldCommit {
  /** The files, the commit itself last. */
  readonly files: readonly CommitFile[];
  readonly generation: number;
  readonly historyUuid: string;
  readonly localCheckpoint: number;
  readonly maxSeqNo: number;
  readonly #directory: Directory;
  readonly #letGo: () => void;

  constructor(directory: Directory, commit: CommitPoint, letGo: () => void) {
    const [point, ...others] = commitFiles(commit);
    this.#directory = directory;
    this.generation = commit.generation;
    this.#letGo = letGo;
    this.files = [...others, ...(point === undefined ? [] : [point])].map((name) => ({
      name,
      lengthBytes: directory.length(name),
      identity: identityOf(directory, name),
    }));
    const data = decodeCommitData(commit.userData);
    this.historyUuid = data.historyUuid;
    this.localCheckpoint = data.localCheckpoint;
    this.maxSeqNo = data.maxSeqNo;
  }

  read(name: string, offset: number, lengthBytes: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(lengthBytes);
    this.#directory.readInto(name, offset, bytes);
    return bytes;
  }

  close(): void {
    this.#directory.closeReads();
    this.#letGo();
  }
}
