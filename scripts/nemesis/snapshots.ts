/**
 * Takes and removes snapshots throughout a run. A snapshot that was reported successful must hold,
 * until it is removed, every document that was acknowledged before it was requested; a snapshot
 * whose removal was acknowledged must be gone. Snapshots are also searched in their repository
 * (`storage_type: remote_snapshot`): during the run one after another, and at the end beside their
 * full restore.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Reply, request } from './client.ts';
import { DOCUMENTS } from './load.ts';

const REPOSITORY = 'nemesis';
/** The names of restored indices by storage type. */
const RESTORED = { local: 'nemesis-restored', remote_snapshot: 'nemesis-searched' } as const;
type StorageType = keyof typeof RESTORED;
/** A snapshot may wait for shards that move. */
const TAKING_MS = 60_000;
const PAGE = 5000;
/** The attempts of a request that a node cannot answer yet. */
const ATTEMPTS = 20;
/**
 * The number of snapshots that are restored and compared at the end: the last one, and some others.
 */
const RESTORED_AT_MOST = 6;
/** The shares of steps that remove a snapshot, and that clean up. */
const REMOVALS = 0.2;
const CLEAN_UPS = 0.1;
const SEARCHES = 0.2;

interface SnapshotsOptions {
  readonly urls: () => readonly string[];
  readonly random: () => number;
  readonly acknowledged: ReadonlyMap<string, number>;
}

export class Snapshots {
  readonly #options: SnapshotsOptions;
  /** The documents that each successful snapshot must hold, by the snapshot's name. */
  readonly #taken = new Map<string, ReadonlySet<string>>();
  readonly #removed = new Set<string>();
  /** Snapshots whose removal was requested and not answered. */
  readonly #doubtful = new Set<string>();
  /** The violations found during the run. */
  readonly #faults: string[] = [];
  #searched = 0;
  #next = 0;
  #isOn = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  /**
   * `searched` counts how often a snapshot was searched in the repository during the run, and
   * compared.
   */
  get counts(): { readonly taken: number; readonly removed: number; readonly searched: number } {
    return { taken: this.#taken.size, removed: this.#removed.size, searched: this.#searched };
  }

  /** Registers the repository; `location` is below a folder that all nodes have in `path.repo`. */
  async register(location: string): Promise<void> {
    const body = JSON.stringify({ type: 'fs', settings: { location } });
    const answer = await this.#ask('PUT', `/_snapshot/${REPOSITORY}`, body, TAKING_MS);
    if (answer?.status !== 200) throw new Error(`no repository: ${JSON.stringify(answer)}`);
  }

  start(): void {
    this.#isOn = true;
    this.#running = this.#loop();
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#running;
  }

  /** Returns all violations. Called when faults and load have ended. */
  async verify(): Promise<readonly string[]> {
    const faults = [...this.#faults];
    await this.#ask('DELETE', `/${RESTORED.remote_snapshot}`, undefined, TAKING_MS);
    const { body } = await this.#must<ListBody>('GET', `/_snapshot/${REPOSITORY}/_all`);
    const listed = body.snapshots;
    const states = new Map(listed.map(({ snapshot, state }) => [snapshot, state]));
    for (const name of this.#removed) {
      if (states.has(name)) faults.push(`snapshot ${name} was removed, and is there`);
    }
    const kept = [...this.#taken.keys()].filter((name) => !this.#doubtful.has(name));
    for (const name of kept) {
      if (states.get(name) !== 'SUCCESS') faults.push(`snapshot ${name} is ${states.get(name)}`);
    }
    const there = [...this.#taken.keys()].filter((name) => states.has(name));
    for (const name of this.#some(there)) {
      faults.push(...(await this.#compare(name, 'local')));
      faults.push(...(await this.#compare(name, 'remote_snapshot')));
    }
    return faults;
  }

  #some(names: readonly string[]): readonly string[] {
    const last = names.slice(-1);
    const others = names.slice(0, -1);
    while (others.length >= RESTORED_AT_MOST) {
      others.splice(Math.floor(this.#options.random() * others.length), 1);
    }
    return [...others, ...last];
  }

  async #compare(name: string, storage: StorageType): Promise<string[]> {
    const { path, body } = restoreOf(name, storage);
    await this.#must('POST', path, body);
    const found = await contentsOf(RESTORED[storage], (...search) =>
      this.#must<SearchBody>(...search),
    );
    await this.#must('DELETE', `/${RESTORED[storage]}`);
    return this.#differences(name, found);
  }

  #differences(name: string, found: ReadonlyMap<string, number>): string[] {
    const must = this.#taken.get(name) ?? new Set();
    const lost = [...must].filter((id) => found.get(id) !== this.#options.acknowledged.get(id));
    const strange = [...found].filter(([id, n]) => id !== `d${n}`);
    return [
      ...lost.slice(0, 5).map((id) => `snapshot ${name} lacks ${id}`),
      ...strange.slice(0, 5).map(([id, n]) => `snapshot ${name} has ${id} with ${n}`),
    ];
  }

  async #loop(): Promise<void> {
    const { random } = this.#options;
    while (this.#isOn) {
      const dice = random();
      if (dice < CLEAN_UPS) await this.#ask('POST', `/_snapshot/${REPOSITORY}/_cleanup`);
      else if (dice < CLEAN_UPS + REMOVALS) await this.#remove();
      else if (dice < CLEAN_UPS + REMOVALS + SEARCHES) await this.#search();
      else await this.#take();
      await sleep(200 + 800 * random());
    }
  }

  async #take(): Promise<void> {
    const name = `s${this.#next++}`;
    const must = new Set(this.#options.acknowledged.keys());
    const path = `/_snapshot/${REPOSITORY}/${name}?wait_for_completion=true`;
    const body = JSON.stringify({ indices: DOCUMENTS, include_global_state: false });
    const answer = await this.#ask<TakenBody>('PUT', path, body, TAKING_MS);
    if (answer?.body.snapshot?.state === 'SUCCESS') this.#taken.set(name, must);
  }

  async #remove(): Promise<void> {
    const name = this.#pick();
    if (name === undefined) return;
    const answer = await this.#askToRemove(name);
    if (answer?.status === 200) {
      this.#removed.add(name);
      this.#taken.delete(name);
    } else this.#doubtful.add(name);
  }

  #pick(): string | undefined {
    const names = [...this.#taken.keys()].filter((name) => !this.#doubtful.has(name));
    return names[Math.floor(this.#options.random() * names.length)];
  }

  #askToRemove(name: string): Promise<Reply | undefined> {
    return this.#ask('DELETE', `/_snapshot/${REPOSITORY}/${name}`, undefined, TAKING_MS);
  }

  /**
   * Searches a snapshot. A fault may happen between any two requests: only complete answers prove
   * anything.
   */
  async #search(): Promise<void> {
    const name = this.#pick();
    if (name === undefined) return;
    const index = RESTORED.remote_snapshot;
    // The index may be left of an earlier step that could not delete it.
    await this.#ask('DELETE', `/${index}`, undefined, TAKING_MS);
    const { path, body } = restoreOf(name, 'remote_snapshot');
    const mounted = await this.#ask('POST', path, body, TAKING_MS);
    if (mounted?.status !== 200) return;
    const found = await this.#contentsIfAnswered(index);
    if (found !== undefined) {
      this.#searched++;
      this.#faults.push(...this.#differences(name, found));
    }
    await this.#removeSearched(name, index);
    await this.#ask('DELETE', `/${index}`, undefined, TAKING_MS);
  }

  async #contentsIfAnswered(index: string): Promise<ReadonlyMap<string, number> | undefined> {
    let isAnswered = true;
    const found = await contentsOf(index, async (method, path, body) => {
      const answer = await this.#ask<SearchBody>(method, path, body, TAKING_MS);
      if (answer?.status === 200) return answer;
      isAnswered = false;
      return { status: 0, body: { hits: { hits: [] } } };
    });
    return isAnswered ? found : undefined;
  }

  /**
   * Tries to remove the snapshot, which must be refused while the index exists. A new cluster,
   * whose disks were lost meanwhile, may remove the snapshot: it does not have the index.
   */
  async #removeSearched(name: string, index: string): Promise<void> {
    const answer = await this.#askToRemove(name);
    if (answer === undefined || answer.status >= 500) this.#doubtful.add(name);
    if (answer?.status !== 200) return;
    this.#removed.add(name);
    this.#taken.delete(name);
    const there = await this.#ask('GET', `/${index}`, undefined, TAKING_MS);
    if (there?.status === 200) {
      this.#faults.push(`snapshot ${name} was removed while [${index}] was searched in it`);
    }
  }

  #ask<Body>(method: string, path: string, body?: string, timeoutMs?: number) {
    const urls = this.#options.urls();
    const url = urls[Math.floor(this.#options.random() * urls.length)] ?? '';
    const options = {
      ...(body === undefined ? {} : { body }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    return request<Body>(url, method, path, options);
  }

  /** Sends a request that must succeed, because faults and load have ended. */
  async #must<Body>(method: string, path: string, body?: string): Promise<Reply<Body>> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#ask<Body>(method, path, body, 300_000);
      if (answer !== undefined && answer.status < 300) return answer;
      // A node may not have applied yet a state from which another node has already answered.
      if (answer?.status !== 503 || attempt === ATTEMPTS) {
        throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      }
      await sleep(500);
    }
  }
}

function restoreOf(name: string, storage: StorageType): { path: string; body: string } {
  const body = JSON.stringify({
    indices: DOCUMENTS,
    rename_pattern: DOCUMENTS,
    rename_replacement: RESTORED[storage],
    storage_type: storage,
    index_settings: { 'index.number_of_replicas': 0 },
  });
  const path = `/_snapshot/${REPOSITORY}/${name}/_restore?wait_for_completion=true`;
  return { path, body };
}

interface ListBody {
  readonly snapshots: readonly { readonly snapshot: string; readonly state: string }[];
}

interface TakenBody {
  readonly snapshot?: { readonly state: string };
}

interface SearchBody {
  readonly hits: {
    readonly hits: readonly {
      readonly _id: string;
      readonly _source: { readonly n: number };
      readonly sort: readonly unknown[];
    }[];
  };
}

type Ask = (method: string, path: string, body: string) => Promise<Reply<SearchBody>>;

/** The number in each document, by id. */
async function contentsOf(index: string, ask: Ask): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let after: readonly unknown[] | undefined;
  for (;;) {
    const search = { size: PAGE, sort: [{ n: 'asc' }], track_total_hits: false };
    const body = JSON.stringify({ ...search, ...(after ? { search_after: after } : {}) });
    const path = `/${index}/_search?allow_partial_search_results=false`;
    const reply = await ask('POST', path, body);
    const { hits } = reply.body.hits;
    for (const { _id, _source } of hits) found.set(_id, _source.n);
    after = hits.at(-1)?.sort;
    if (hits.length < PAGE || after === undefined) return found;
  }
}
