/**
 * Values of a script, as rows of numbers or terms. A script beside a field runs for each value of
 * the field.
 */
import { isJsonArray, type JsonValue, RawJson, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { ValueRun, ValueScript } from '../aggregation_shard.js';
import type { DocBlock } from '../collect/doc_block.js';
import { NumberRows } from './number_rows.js';
import type { NumberSource, ReadNumbers } from './number_source.js';
import { type ReadTerms, TermRows, type TermSource, TermTable } from './term_source.js';
import { keyText, termKey } from './value_format.js';

const encoder = new TextEncoder();

export function keyOf(text: string): string {
  return termKey(encoder.encode(text));
}

/** The numbers of a field that a script gets one by one. */
interface Given {
  readonly source: NumberSource;
  /** True if the script gets longs, false if it gets doubles. */
  readonly getsLongs: boolean;
}

export function scriptNumbers(script: ValueScript, given: Given | undefined): NumberSource {
  return {
    longs: 'none',
    segment(reader) {
      const run = script.segment(reader);
      if (given === undefined) return numbersOf(run);
      return numbersOfValues(run, given.source.segment(reader), given.getsLongs);
    },
  };
}

function numbersOf(run: ValueRun): ReadNumbers {
  return (block, into) => {
    const put = new RowWriter(into, block.count);
    for (let i = 0; i < block.count; i++) {
      put.values(i, run(block.docs[i], block.scores?.[i] ?? 0));
    }
    put.finish();
  };
}

function numbersOfValues(run: ValueRun, read: ReadNumbers, getsLongs: boolean): ReadNumbers {
  const given = new NumberRows();
  return (block, into) => {
    read(block, given);
    const put = new RowWriter(into, given.count);
    for (let k = 0; k < given.count; k++) {
      const i = given.rows[k];
      const number = given.values[k];
      const value = getsLongs ? (given.longs?.[k] ?? BigInt(number)) : number;
      put.values(i, run(block.docs[i], block.scores?.[i] ?? 0, value));
    }
    put.finish();
  };
}

class RowWriter {
  readonly #into: NumberRows;
  readonly #expected: number;
  #row = 0;
  #last = -1;
  #isSingle = true;

  constructor(into: NumberRows, expected: number) {
    this.#into = into;
    this.#expected = expected;
    into.ownRows(Math.max(1, expected));
  }

  values(place: number, result: JsonValue): void {
    if (!isJsonArray(result)) {
      this.#value(place, result);
      return;
    }
    // The values of a document are sorted.
    const numbers = result.map(scriptNumber).sort((a, b) => a - b);
    for (const number of numbers) this.#value(place, number);
  }

  #value(place: number, result: JsonValue): void {
    if (result === null) return;
    const into = this.#into;
    into.moreRows(this.#row + this.#expected);
    if (this.#last === place) this.#isSingle = false;
    this.#last = place;
    into.rows[this.#row] = place;
    into.values[this.#row++] = scriptNumber(result);
  }

  finish(): void {
    this.#into.count = this.#row;
    this.#into.isSingle = this.#isSingle;
  }
}

function scriptNumber(value: JsonValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof RawJson) return Number(stringifyJson(value));
  throw new ApiError(
    'aggregation_execution_exception',
    `Unsupported script value [${String(value)}], expected a number, date, or boolean`,
  );
}

interface ScriptTermsOptions {
  /** The terms of a field that the script gets one by one. */
  readonly of?: TermSource;
  /** True if a term that a document has several times counts each time. */
  readonly countsRepeats: boolean;
}

export function scriptTerms(script: ValueScript, options: ScriptTermsOptions): TermSource {
  return new ScriptTerms(script, options);
}

class ScriptTerms implements TermSource {
  readonly #script: ValueScript;
  readonly #of: TermSource | undefined;
  readonly #countsRepeats: boolean;
  readonly #table = new TermTable();

  constructor(script: ValueScript, { of, countsRepeats }: ScriptTermsOptions) {
    this.#script = script;
    this.#of = of;
    this.#countsRepeats = countsRepeats;
  }

  segment(reader: Parameters<TermSource['segment']>[0]): ReadTerms {
    const run = this.#script.segment(reader);
    const of = this.#of;
    if (of === undefined) return (block, into) => this.#read(block, run, into);
    const read = of.segment(reader);
    const given = new TermRows();
    return (block, into) => {
      read(block, given);
      const rows: [number, JsonValue][] = [];
      for (let k = 0; k < given.count; k++) {
        const i = given.rows[k];
        const value = keyText(of.term(given.ids[k]));
        rows.push([i, run(block.docs[i], block.scores?.[i] ?? 0, value)]);
      }
      this.#write(rows, into);
    };
  }

  term(id: number): string {
    return this.#table.term(id);
  }

  idOf(term: string): number {
    return this.#table.idOf(term);
  }

  compare(a: number, b: number): number {
    return this.#table.compare(a, b);
  }

  /** Visits only the terms that were met, because no others are known. */
  everyTerm(visit: (id: number) => void): void {
    for (let id = 0; id < this.#table.size; id++) visit(id);
  }

  #read(block: DocBlock, run: ValueRun, into: TermRows): void {
    const rows: [number, JsonValue][] = [];
    for (let i = 0; i < block.count; i++) {
      rows.push([i, run(block.docs[i], block.scores?.[i] ?? 0)]);
    }
    this.#write(rows, into);
  }

  #write(rows: readonly (readonly [number, JsonValue])[], into: TermRows): void {
    into.ownRows(Math.max(1, rows.length));
    let row = 0;
    let last = -1;
    let isSingle = true;
    const met = new Set<number>();
    for (const [place, result] of rows) {
      if (last !== place) met.clear();
      for (const text of isJsonArray(result) ? result : [result]) {
        if (text === null) continue;
        const id = this.#table.idOf(scriptKey(text));
        if (met.has(id) && !this.#countsRepeats) continue;
        met.add(id);
        into.moreRows(row + rows.length);
        if (last === place) isSingle = false;
        last = place;
        into.rows[row] = place;
        into.ids[row++] = id;
      }
    }
    into.count = row;
    into.isSingle = isSingle;
  }
}

function scriptKey(value: JsonValue): string {
  return keyOf(typeof value === 'string' ? value : stringifyJson(value));
}
