/**
 * Buckets by owner and small number (a term's, a histogram's cell), numbered in the order in which
 * they are met. They use a table of rows if a fair share of its cells is met, and a hash table
 * otherwise, so that the cost follows the cells that are met and not the range of the numbers.
 */
import { BlockKernels, type CellTable } from '@skein/search_library';
import { type Doubles, grownDoubles, grownWords } from './growable.js';
import { KeyTable } from './key_table.js';

/** A small number for each value of a document. */
interface IdRows {
  /** The place in the block of each row's document. */
  readonly rows: Uint32Array;
  readonly ids: Uint32Array;
  readonly count: number;
}

/** The limits of the table's cells: a few at first, more in proportion to the existing buckets. */
const FEW_CELLS = 1 << 14;
const CELLS_PER_BUCKET = 16;
const MAX_CELLS = 1 << 22;
const LEAST_WIDTH = 16;
const NO_CELLS = new Uint32Array(0);

export class IdBuckets {
  /** The owner of each bucket. */
  owners = new Uint32Array(0);
  ids = new Uint32Array(0);
  #size = 0;
  #width = LEAST_WIDTH;
  #rows = 0;
  /** The bucket + 1 of each cell; 0 for none. */
  #cells: Uint32Array | undefined = new Uint32Array(0);
  #hashed: KeyTable | undefined;
  /**
   * The number of hashed buckets whose owners and numbers the size of a future table covers.
   * `#nextLook` is the number at which the change to a table is considered next.
   */
  #noted = 0;
  #nextLook = 0;

  get size(): number {
    return this.#hashed?.size ?? this.#size;
  }

  /** True if buckets are found by their place in a table, not by a hash. */
  get isTable(): boolean {
    return this.#cells !== undefined;
  }

  bucket(owner: number, id: number): number {
    if (this.#cells !== undefined && (owner >= this.#rows || id >= this.#width)) {
      this.#makeRoom(owner, id);
    }
    if (this.#cells === undefined) return this.#hash(owner, id);
    const cells = this.#cells;
    const at = owner * this.#width + id;
    const found = cells[at];
    if (found !== 0) return found - 1;
    const bucket = this.#add(owner, id);
    cells[at] = bucket + 1;
    return bucket;
  }

  /**
   * The table, extended to `rows` owners and `ids` numbers. It stays in place until there are more.
   * It is `undefined` if there is no table, or none that kernels can use.
   */
  tableFor(rows: number, ids: number): CellTable | undefined {
    if (this.#cells === undefined) return undefined;
    let width = this.#width;
    while (width < ids) width *= 2;
    if (!BlockKernels.fits(rows, width)) return undefined;
    if (rows > this.#rows || width > this.#width) this.#layOut(width, Math.max(rows, this.#rows));
    return { cells: this.#cells, width };
  }

  /**
   * Writes the bucket of each row into `buckets` and adds 1 to its count. Returns the counts, which
   * may have grown.
   */
  assignCounted(
    { rows, ids, count }: IdRows,
    owners: Uint32Array,
    { buckets, counts }: { readonly buckets: Uint32Array; readonly counts: Doubles },
  ): Doubles {
    let cells = this.#cells ?? NO_CELLS;
    let width = this.#width;
    let height = this.#cells === undefined ? 0 : this.#rows;
    let counted = counts;
    for (let i = 0; i < count; i++) {
      const owner = owners[rows[i]];
      const id = ids[i];
      const known = owner < height && id < width ? cells[owner * width + id] : 0;
      let bucket = known - 1;
      if (known === 0) {
        bucket = this.bucket(owner, id);
        if (bucket >= counted.length) counted = grownDoubles(counted, bucket + 1);
        cells = this.#cells ?? NO_CELLS;
        width = this.#width;
        height = this.#cells === undefined ? 0 : this.#rows;
      }
      buckets[i] = bucket;
      counted[bucket] = counted[bucket] + 1;
    }
    return counted;
  }

  /** Does the same as `assignCounted` for documents that all have the same owner. */
  assignCountedOf(
    owner: number,
    { ids, count }: Omit<IdRows, 'rows'>,
    { buckets, counts }: { readonly buckets: Uint32Array; readonly counts: Doubles },
  ): Doubles {
    let cells = this.#cells ?? NO_CELLS;
    let width = this.#cells !== undefined && owner < this.#rows ? this.#width : 0;
    let from = owner * width;
    let counted = counts;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      const known = id < width ? cells[from + id] : 0;
      let bucket = known - 1;
      if (known === 0) {
        bucket = this.bucket(owner, id);
        if (bucket >= counted.length) counted = grownDoubles(counted, bucket + 1);
        cells = this.#cells ?? NO_CELLS;
        width = this.#cells !== undefined && owner < this.#rows ? this.#width : 0;
        from = owner * width;
      }
      buckets[i] = bucket;
      counted[bucket] = counted[bucket] + 1;
    }
    return counted;
  }

  /** Writes the bucket of each row into `buckets`. */
  assign({ rows, ids, count }: IdRows, owners: Uint32Array, buckets: Uint32Array): void {
    let cells = this.#cells;
    let width = this.#width;
    let height = this.#rows;
    for (let i = 0; i < count; i++) {
      const owner = owners[rows[i]];
      const id = ids[i];
      const isInside = owner < height && id < width;
      const found = cells !== undefined && isInside ? cells[owner * width + id] : 0;
      if (found !== 0) {
        buckets[i] = found - 1;
        continue;
      }
      buckets[i] = this.bucket(owner, id);
      cells = this.#cells;
      width = this.#width;
      height = this.#rows;
    }
  }

  /** The bucket, or -1. */
  find(owner: number, id: number): number {
    if (this.#cells === undefined) return this.#hashed?.find(owner, id, 0) ?? -1;
    if (owner >= this.#rows || id >= this.#width) return -1;
    return this.#cells[owner * this.#width + id] - 1;
  }

  #hash(owner: number, id: number): number {
    // There is no table of cells when this is called, and one of the two always exists.
    const table = this.#hashed as KeyTable;
    const bucket = table.bucket(owner, id, 0);
    this.owners = table.owners;
    this.ids = table.lows;
    if (bucket === this.#noted) this.#note(owner, id);
    return bucket;
  }

  /** Extends the size of a future table to cover a new bucket. */
  #note(owner: number, id: number): void {
    this.#noted++;
    while (this.#width <= id) this.#width *= 2;
    if (owner >= this.#rows) this.#rows = owner + 1;
    if (this.#noted < this.#nextLook) return;
    this.#nextLook = 2 * this.#noted;
    if (this.#width * this.#rows <= allowedCells(this.#noted)) this.#turnToTable();
  }

  #turnToTable(): void {
    this.#size = this.#noted;
    this.#hashed = undefined;
    this.#layOut(this.#width, this.#rows);
  }

  #add(owner: number, id: number): number {
    const bucket = this.#size++;
    if (bucket >= this.owners.length) {
      this.owners = grownWords(this.owners, this.#size);
      this.ids = grownWords(this.ids, this.#size);
    }
    this.owners[bucket] = owner;
    this.ids[bucket] = id;
    return bucket;
  }

  #makeRoom(owner: number, id: number): void {
    let width = this.#width;
    while (width <= id) width *= 2;
    const rows = owner < this.#rows ? this.#rows : Math.max(owner + 1, this.#rows * 2);
    if (width * rows > allowedCells(this.#size)) this.#turnToHash(width, rows);
    else this.#layOut(width, rows);
  }

  #layOut(width: number, rows: number): void {
    const cells = grownWords(new Uint32Array(0), width * rows);
    for (let bucket = 0; bucket < this.#size; bucket++) {
      cells[this.owners[bucket] * width + this.ids[bucket]] = bucket + 1;
    }
    this.#cells = cells;
    this.#width = width;
    this.#rows = rows;
  }

  #turnToHash(width: number, rows: number): void {
    this.#width = width;
    this.#rows = rows;
    this.#noted = this.#size;
    this.#nextLook = 2 * this.#size + FEW_CELLS / CELLS_PER_BUCKET;
    const table = new KeyTable();
    for (let bucket = 0; bucket < this.#size; bucket++) {
      table.bucket(this.owners[bucket], this.ids[bucket], 0);
    }
    this.#hashed = table;
    this.#cells = undefined;
  }
}

function allowedCells(buckets: number): number {
  return Math.min(MAX_CELLS, Math.max(FEW_CELLS, CELLS_PER_BUCKET * buckets));
}
