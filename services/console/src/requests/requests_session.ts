/**
 * The user's tabs, the running request and the last answer. Changes are stored in the cluster a
 * moment after the last edit.
 */

import { signal } from '@preact/signals';
import { ask } from '../api/client.js';
import { errorOf } from '../api/failure.js';
import { after, nowMs } from '../browser/clock.js';
import { type Json, parseJson, writeJson } from '../json/exact_json.js';
import type { ParsedRequest } from './parse_requests.js';
import { isStatus, type TabStore } from './tab_store.js';
import { type Tabs, withRun } from './tabs.js';

export interface RequestAnswer {
  readonly title: string;
  readonly status: number;
  readonly tookMs: number;
  readonly sizeBytes: number;
  readonly text: string;
  /** Undefined if the answer is no JSON. */
  readonly json: Json | undefined;
}

type Keeping =
  | { readonly kind: 'kept' }
  | { readonly kind: 'changed' }
  /** Another window has written since the tabs were read. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly error: Error };

const SAVE_AFTER_MS = 1_000;

export class RequestsSession {
  readonly tabs = signal<Tabs | undefined>(undefined);
  readonly keeping = signal<Keeping>({ kind: 'kept' });
  readonly answer = signal<RequestAnswer | undefined>(undefined);
  /** An earlier answer that stays beside later ones. */
  readonly pinned = signal<RequestAnswer | undefined>(undefined);
  readonly error = signal<Error | undefined>(undefined);
  readonly isRunning = signal(false);
  /** The number of times that tabs were read. Editors of an earlier reading are replaced. */
  readonly loads = signal(0);
  readonly #store: TabStore;
  #forget: () => void = () => undefined;
  #saving: Promise<void> = Promise.resolve();
  #running = new AbortController();

  constructor(store: TabStore) {
    this.#store = store;
  }

  /** Reads the tabs. After a failure, the error is shown and `initial` is used. */
  async load(initial: Tabs): Promise<void> {
    try {
      this.tabs.value = await this.#store.load();
      this.loads.value++;
      this.keeping.value = { kind: 'kept' };
    } catch (failure) {
      this.tabs.value = initial;
      this.keeping.value = { kind: 'failed', error: errorOf(failure) };
    }
  }

  change(next: Tabs): void {
    this.tabs.value = next;
    if (this.keeping.value.kind !== 'conflict') this.keeping.value = { kind: 'changed' };
    this.#forget();
    this.#forget = after(SAVE_AFTER_MS, () => this.#save());
  }

  /** Overwrites what another window wrote. */
  async overwrite(): Promise<void> {
    const content = this.tabs.value;
    if (content !== undefined) await this.#keep(() => this.#store.overwrite(content));
  }

  async run(request: ParsedRequest, text: string): Promise<void> {
    this.#running.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.isRunning.value = true;
    const { method, path, body } = request;
    try {
      const {
        status,
        text: said,
        tookMs,
      } = await ask({ method, path, body, signal: controller.signal });
      const sizeBytes = new TextEncoder().encode(said).length;
      const title = `${method} ${path}`;
      this.answer.value = { title, status, tookMs, sizeBytes, ...read(said) };
      this.error.value = undefined;
      const tabs = this.tabs.value;
      if (tabs !== undefined) this.change(withRun(tabs, { text, status, atMs: nowMs() }));
    } catch (failure) {
      if (!controller.signal.aborted) this.error.value = errorOf(failure);
    } finally {
      if (this.#running === controller) this.isRunning.value = false;
    }
  }

  cancel(): void {
    this.#running.abort();
    this.isRunning.value = false;
  }

  /** Stores unsaved changes at once. */
  close(): void {
    this.cancel();
    this.#forget();
    if (this.keeping.value.kind === 'changed') this.#save();
  }

  /** Writes come one after the other, because each needs the version that the last one made. */
  #save(): void {
    this.#saving = this.#saving.then(async () => {
      const content = this.tabs.value;
      if (content === undefined || this.keeping.value.kind === 'conflict') return;
      await this.#keep(() => this.#store.save(content));
    });
  }

  async #keep(write: () => Promise<void>): Promise<void> {
    const content = this.tabs.value;
    try {
      await write();
      const now = this.tabs.value;
      if (now === content) this.keeping.value = { kind: 'kept' };
      // Edits made while another window's tabs were overwritten are not stored yet.
      else if (now !== undefined && this.keeping.value.kind === 'conflict') {
        this.keeping.value = { kind: 'changed' };
        this.change(now);
      }
    } catch (failure) {
      this.keeping.value = isStatus(failure, 409)
        ? { kind: 'conflict' }
        : { kind: 'failed', error: errorOf(failure) };
    }
  }
}

/** Indents JSON; other text stays as it is. */
function read(text: string): Pick<RequestAnswer, 'text' | 'json'> {
  try {
    const json = parseJson(text);
    return { text: writeJson(json, 2), json };
  } catch (failure) {
    if (failure instanceof SyntaxError) return { text, json: undefined };
    throw failure;
  }
}
