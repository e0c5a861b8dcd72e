/** Documents that pass a test which finds the next candidate itself, such as a scan of a column. */
import { checkWanted } from '@skein/base';
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';

/** First matching document in [from, maxDoc), or `NO_MORE_DOCS`. */
export type DocScan = (from: number, maxDoc: number) => number;

/** Documents scanned between two calls of `checkWanted`. */
const STRETCH_DOCS = 8192;

export class FilteredDocs implements DocIterator {
  private readonly scan: DocScan;
  private readonly maxDoc: number;
  private current = -1;

  constructor(scan: DocScan, maxDoc: number) {
    this.scan = scan;
    this.maxDoc = maxDoc;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    const { maxDoc } = this;
    this.current = NO_MORE_DOCS;
    for (let from = target; from < maxDoc; from += STRETCH_DOCS) {
      this.current = this.scan(from, Math.min(maxDoc, from + STRETCH_DOCS));
      if (this.current !== NO_MORE_DOCS) break;
      checkWanted();
    }
    return this.current;
  }

  cost(): number {
    return this.maxDoc;
  }
}

/** A scan that tests one document at a time. */
export function scanOf(test: (doc: number) => boolean): DocScan {
  return (from, maxDoc) => {
    for (let doc = from; doc < maxDoc; doc++) if (test(doc)) return doc;
    return NO_MORE_DOCS;
  };
}
