/**
 * Stores tabs in the cluster: one document per person in the index `.skein-console`, read and
 * written with that person's rights. Two windows do not overwrite each other: a document is written
 * only if it is unchanged since it was read.
 */
import { askJson } from '../api/client.js';
import { ApiFailure } from '../api/failure.js';
import { readTabs, type Tabs } from './tabs.js';

const CONSOLE_INDEX = '.skein-console';

interface Kept {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: { readonly content: unknown };
}

type Version = Pick<Kept, '_seq_no' | '_primary_term'>;

/** The stored tabs are never searched, so they are not indexed. */
const NEW_INDEX = {
  // A replica is kept if there is a second node.
  settings: { number_of_shards: 1, auto_expand_replicas: '0-1', 'index.hidden': true },
  mappings: {
    dynamic: 'strict',
    properties: { content: { type: 'object', enabled: false } },
  },
};

export class TabStore {
  readonly #path: string;
  #version: Version | undefined;

  constructor(user: string) {
    this.#path = `/${CONSOLE_INDEX}/_doc/${encodeURIComponent(`tabs:${user}`)}`;
  }

  async load(): Promise<Tabs> {
    try {
      const kept = await askJson<Kept>({ path: this.#path });
      this.#version = kept;
      return readTabs(kept._source.content);
    } catch (failure) {
      if (!isStatus(failure, 404)) throw failure;
      return readTabs(undefined);
    }
  }

  /** Rejects with 409 if another window has written in the meantime. */
  async save(content: Tabs): Promise<void> {
    if (this.#version === undefined) await makeIndex();
    const condition =
      this.#version === undefined
        ? 'op_type=create'
        : `if_seq_no=${this.#version._seq_no}&if_primary_term=${this.#version._primary_term}`;
    const path = `${this.#path}?${condition}`;
    this.#version = await askJson<Version>({ method: 'PUT', path, body: { content } });
  }

  /** Writes the tabs whatever is stored. */
  async overwrite(content: Tabs): Promise<void> {
    this.#version = await askJson<Version>({ method: 'PUT', path: this.#path, body: { content } });
  }
}

async function makeIndex(): Promise<void> {
  try {
    await askJson({ method: 'PUT', path: `/${CONSOLE_INDEX}`, body: NEW_INDEX });
  } catch (failure) {
    const isThere =
      failure instanceof ApiFailure && failure.type === 'resource_already_exists_exception';
    if (!isThere) throw failure;
  }
}

export function isStatus(failure: unknown, status: number): boolean {
  return failure instanceof ApiFailure && failure.status === status;
}
