/**
 * Sends documents in bulk requests, one after the other, and collects the refused ones by their
 * line in the file.
 */
import { type Json, writeJson } from '../json/exact_json.js';
import { type FieldType, typedSource } from './guess_types.js';
import type { ReadDocument, RefusedLine } from './read_documents.js';

export interface ImportProgress {
  readonly sent: number;
  readonly indexed: number;
  /** The first refused lines. */
  readonly refused: readonly RefusedLine[];
  /** The number of all refused lines. */
  readonly refusedCount: number;
}

export interface BulkAnswer {
  readonly items: readonly {
    readonly create: {
      readonly status: number;
      readonly error?: {
        readonly reason: string;
        readonly caused_by?: { readonly reason?: string };
      };
    };
  }[];
}

interface ImportPorts {
  readonly bulk: (lines: string) => Promise<BulkAnswer>;
  readonly isCancelled: () => boolean;
  readonly progress: (progress: ImportProgress) => void;
}

export const BULK_DOCUMENTS = 1_000;
const BULK_LENGTH = 5_000_000;
/** The most refused lines that are kept. */
const MOST_REFUSED = 1_000;

const ACTION = '{"create":{}}\n';

/** Ends early when it is cancelled, and resolves with the progress so far. */
export async function importDocuments(
  documents: readonly ReadDocument[],
  types: ReadonlyMap<string, FieldType>,
  { bulk, isCancelled, progress }: ImportPorts,
): Promise<ImportProgress> {
  let state: ImportProgress = { sent: 0, indexed: 0, refused: [], refusedCount: 0 };
  while (state.sent < documents.length && !isCancelled()) {
    const { lines, count } = batchAt(documents, state.sent, types);
    const { items } = await bulk(lines);
    const refused = items.flatMap(({ create: { error } }, i) => {
      if (error === undefined) return [];
      const reason = [error.reason, error.caused_by?.reason].filter(Boolean).join(': ');
      return [{ line: documents[state.sent + i]?.line ?? 0, reason }];
    });
    state = {
      sent: state.sent + count,
      indexed: state.indexed + count - refused.length,
      refused: [...state.refused, ...refused].slice(0, MOST_REFUSED),
      refusedCount: state.refusedCount + refused.length,
    };
    progress(state);
  }
  return state;
}

function batchAt(
  documents: readonly ReadDocument[],
  from: number,
  types: ReadonlyMap<string, FieldType>,
): { readonly lines: string; readonly count: number } {
  const texts: string[] = [];
  let length = 0;
  for (const { source } of documents.slice(from, from + BULK_DOCUMENTS)) {
    const text: string = `${ACTION}${writeJson(typedSource(source, types) satisfies Json)}\n`;
    if (texts.length > 0 && length + text.length > BULK_LENGTH) break;
    texts.push(text);
    length += text.length;
  }
  return { lines: texts.join(''), count: texts.length };
}
