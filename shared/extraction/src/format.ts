/** A format: one file in `formats/`, which reads files of some types. */
import type { TextSink } from './text_sink.js';

export interface FileSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As `file_kind.ts` told it. */
  readonly type: string;
}

export interface Format {
  readonly types: readonly string[];
  /** What the file says of itself goes to the sink too, whether there is room for the text or not. Throws what is wrong with the file; the sink throws when it is full. */
  read(source: FileSource, sink: TextSink): void | Promise<void>;
}
