/** For tests: the files of a real commit, as a shard has them. */
import { utf8 } from '@skein/bytes';
import { commitFiles, IndexWriter, MemoryDirectory, readNewestCommit } from '@skein/search_library';
import type { ShardFile } from '../shard/shard_files.js';

const KEYWORD = { postings: 'docs', norms: false, column: 'ordinal', points: false } as const;

/** A shard with one segment for each list of words. */
export class SampleShard {
  readonly directory = new MemoryDirectory();
  readonly #writer = IndexWriter.open(this.directory);
  #seqNo = 0;
  /** Names of the files that were read in one piece since the set was cleared. */
  readonly readWhole = new Set<string>();

  add(words: readonly string[]): void {
    for (const word of words) {
      const seqNo = this.#seqNo++;
      const spec = { ...KEYWORD, name: 'word' };
      // The text is long enough that no file is short.
      const source = utf8(JSON.stringify({ word, text: noise(2_000, seqNo + word.length) }));
      this.#writer.addDocument({
        stored: { id: `id-${seqNo}`, routing: undefined, source, fields: undefined },
        fields: [{ kind: 'term', spec, value: word }],
        version: 1,
        seqNo,
        primaryTerm: 1,
      });
    }
    this.#writer.refresh();
    this.#writer.commit({});
  }

  delete(id: string): void {
    this.#writer.deleteDocuments(id);
    this.#writer.commit({});
  }

  /** The files of the newest commit. */
  files(): ShardFile[] {
    const commit = readNewestCommit(this.directory);
    const names = commit === undefined ? [] : commitFiles(commit);
    return names.map((name) => {
      const lengthBytes = this.directory.length(name);
      const readInto = (offset: number, target: Uint8Array) => {
        if (target.length === lengthBytes) this.readWhole.add(name);
        this.directory.readInto(name, offset, target);
      };
      return { name, source: { lengthBytes, readInto } };
    });
  }

  close(): void {
    this.#writer.close();
  }
}

/** Text that compression does not shorten. */
function noise(length: number, seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += state.toString(36);
  }
  return text;
}
