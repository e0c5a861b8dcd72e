/**
 * Clients that write throughout a run and remember the acknowledged writes: documents with ids of
 * their own, and a few registers that are read and written on condition, whose history must be
 * linearizable.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkLinearizable,
  DOCUMENT_REGISTER,
  type Operation,
  type RegisterInput,
  type RegisterOutput,
  type RegisterValue,
} from '../../shared/testkit/dist/mod.js';
import { request } from './client.ts';

export const DOCUMENTS = 'nemesis-documents';
export const REGISTERS = 'nemesis-registers';

const BULK = 20;
/** Histories are checked in pieces of this many operations per register. */
const MAX_HISTORY = 300;

type RegisterOperation = Operation<RegisterInput, RegisterOutput>;

interface LoadOptions {
  readonly urls: () => readonly string[];
  readonly random: () => number;
  readonly writers: number;
  readonly registers: number;
}

interface BulkBody {
  readonly items?: readonly { readonly index: { readonly _id: string; readonly status: number } }[];
}

interface GetBody {
  readonly found?: boolean;
  readonly _source?: { readonly value: number };
  readonly _seq_no?: number;
  readonly _primary_term?: number;
}

export class Load {
  /** The number in each acknowledged document, by id. */
  readonly acknowledged = new Map<string, number>();
  unknown = 0;
  refused = 0;
  readonly #options: LoadOptions;
  readonly #histories = new Map<string, RegisterOperation[]>();
  #nextId = 0;
  #nextValue = 1;
  #round = 0;
  #running: Promise<unknown> = Promise.resolve();
  #isOn = false;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isOn = true;
    this.#round++;
    const { writers, registers } = this.#options;
    const loops: Promise<void>[] = [];
    for (let at = 0; at < writers; at++) loops.push(this.#loop(() => this.#writeBulk()));
    for (let at = 0; at < registers * 2; at++) {
      loops.push(this.#loop(() => this.#useRegister(`r${this.#round}-${at % registers}`)));
    }
    this.#running = Promise.all(loops);
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#running;
  }

  /** Returns the registers whose history no order explains, with the operations that do not fit. */
  verifyRegisters(): readonly string[] {
    const faults: string[] = [];
    for (const [id, history] of this.#histories) {
      const verdict = checkLinearizable<RegisterValue, RegisterInput, RegisterOutput>(
        history,
        DOCUMENT_REGISTER,
      );
      if (!verdict.linearizable) faults.push(`${id}: ${JSON.stringify(verdict.stuck)}`);
    }
    return faults;
  }

  get registerOperations(): number {
    return [...this.#histories.values()].reduce((sum, history) => sum + history.length, 0);
  }

  async #loop(step: () => Promise<void>): Promise<void> {
    while (this.#isOn) await step();
  }

  #pickUrl(): string {
    const urls = this.#options.urls();
    return urls[Math.floor(this.#options.random() * urls.length)] ?? '';
  }

  async #writeBulk(): Promise<void> {
    const ids = Array.from({ length: BULK }, () => this.#nextId++);
    const lines = ids.map((id) => `{"index":{"_id":"d${id}"}}\n{"n":${id}}\n`).join('');
    const path = `/${DOCUMENTS}/_bulk?timeout=8s`;
    const answer = await request<BulkBody>(this.#pickUrl(), 'POST', path, { body: lines });
    const items = answer?.body.items ?? [];
    if (items.length === 0) {
      this.unknown += BULK;
      await sleep(50);
      return;
    }
    for (const { index } of items) {
      if (index.status < 300) this.acknowledged.set(index._id, Number(index._id.slice(1)));
      else this.refused++;
    }
  }

  async #useRegister(id: string): Promise<void> {
    const history = this.#histories.get(id) ?? [];
    this.#histories.set(id, history);
    if (history.length >= MAX_HISTORY) {
      await sleep(200);
      return;
    }
    const read = await this.#read(id);
    if (read === undefined) return;
    const value = this.#nextValue++;
    const url = this.#pickUrl();
    const condition =
      read.seqNo === undefined
        ? 'op_type=create'
        : `if_seq_no=${read.seqNo}&if_primary_term=${read.term}`;
    const calledAt = performance.now();
    const answer = await request(url, 'PUT', `/${REGISTERS}/_doc/${id}?timeout=8s&${condition}`, {
      body: JSON.stringify({ value }),
    });
    const input: RegisterInput = { op: 'write_if', expected: read.value, value };
    const answeredAt = performance.now();
    // A refusal proves nothing: the first attempt of a write that was repeated inside the cluster
    // may have been executed.
    const output: RegisterOutput | undefined =
      answer !== undefined && answer.status < 300 ? { op: 'written' } : undefined;
    history.push({ input, output, calledAt, answeredAt });
    await sleep(20 + 60 * this.#options.random());
  }

  /**
   * Reads the document from the primary. A primary that is partitioned off may not know it yet
   * (docs/RESILIENCY.md), so a read is no part of the history: it only provides the condition of
   * the next write, which stays correct.
   */
  async #read(
    id: string,
  ): Promise<{ value: RegisterValue; seqNo: number | undefined; term: number } | undefined> {
    const path = `/${REGISTERS}/_doc/${id}?preference=_primary`;
    const answer = await request<GetBody>(this.#pickUrl(), 'GET', path);
    if (answer?.body.found === undefined) {
      await sleep(50);
      return undefined;
    }
    const { _source: source, _seq_no: seqNo, _primary_term: term = 0 } = answer.body;
    return { value: source?.value, seqNo, term };
  }
}
