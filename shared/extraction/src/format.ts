/** A format: one file in `formats/`, which reads files of certain types. */
import type { TextSink } from './text_sink.js';

interface FileSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The type detected by `file_kind.ts`. */
  readonly type: string;
}

export interface Format {
  readonly types: readonly string[];
  /**
   * Writes the metadata to the sink too, even if there is no room for text. Throws errors of the
   * file; the sink throws when it is full.
   */
  read(source: FileSource, sink: TextSink): void | Promise<void>;
}
