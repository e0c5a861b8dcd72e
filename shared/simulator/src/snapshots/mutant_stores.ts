/** Stores and operations that each break one rule of a repository (docs/specs/repository.md). */
import type { RepositoryOperations } from '@skein/cluster';
import {
  type BlobEntry,
  BlobMissing,
  type BlobStore,
  type RepositoryOptions,
  readRoot,
  StoreFault,
  sourceOf,
} from '@skein/snapshots';

/** The store with some methods replaced. */
function overStore(store: BlobStore, otherwise: Partial<BlobStore>): BlobStore {
  return {
    isReadOnly: false,
    read: (name, maxBytes) => store.read(name, maxBytes),
    readInto: (name, offset, target) => store.readInto(name, offset, target),
    write: (name, source, admit) => store.write(name, source, admit),
    writeNew: (name, bytes) => store.writeNew(name, bytes),
    list: (prefix) => store.list(prefix),
    remove: (names) => store.remove(names),
    close: () => {},
    ...otherwise,
  };
}

/** S4: a root overwrites another of the same number. */
export function writesOver(store: BlobStore): BlobStore {
  return overStore(store, {
    writeNew: async (name, bytes) => {
      await store.write(name, sourceOf(bytes), async () => {});
      return true;
    },
  });
}

/** A root whose writing got no answer is written again under the next number. */
export function triesNextName(store: BlobStore): BlobStore {
  return overStore(store, {
    writeNew: async (name, bytes) => {
      try {
        return await store.writeNew(name, bytes);
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        const generation = Number(name.slice('index-'.length));
        return store.writeNew(`index-${generation + 1}`, bytes);
      }
    },
  });
}

const DATA = /(\/data-[0-9a-f]+)-[\w-]+?(\.part\d+)?$/;

/**
 * S9: a data blob is named by its content alone. The store keeps the names that the code uses as
 * aliases, so that only the blobs are confused.
 */
export function namesByContent(store: BlobStore, aliases: Map<string, Set<string>>): BlobStore {
  const nameOf = (name: string) => {
    const short = name.replace(DATA, '$1$2');
    if (short !== name) aliases.set(short, (aliases.get(short) ?? new Set()).add(name));
    return short;
  };
  return overStore(store, {
    read: (name, maxBytes) => store.read(nameOf(name), maxBytes),
    readInto: (name, offset, target) => store.readInto(nameOf(name), offset, target),
    write: (name, source, admit) => store.write(nameOf(name), source, admit),
    remove: (names) => store.remove(names.map(nameOf)),
    async *list(prefix): AsyncIterable<BlobEntry> {
      for await (const { name, lengthBytes } of store.list(prefix)) {
        for (const alias of aliases.get(name) ?? [name]) yield { name: alias, lengthBytes };
      }
    },
  });
}

/** S7: blobs that the next root does not need are removed before that root is written. */
export function removesFirst(
  operations: RepositoryOperations,
  repository: () => RepositoryOptions,
  over: (store: BlobStore) => RepositoryOperations,
): RepositoryOperations {
  const early = (name: 'delete_snapshots' | 'clean_up') => async (request: never) => {
    const { store } = repository();
    let root: { readonly name: string; readonly bytes: Uint8Array } | undefined;
    const held = overStore(store, {
      writeNew: async (rootName, bytes) => {
        root = { name: rootName, bytes };
        return true;
      },
      read: async (blob, maxBytes) => {
        if (blob === root?.name) throw new BlobMissing(blob);
        return store.read(blob, maxBytes);
      },
    });
    const removed = await over(held)[name](request);
    if (root !== undefined) await store.writeNew(root.name, root.bytes);
    return removed;
  };
  return {
    ...operations,
    delete_snapshots: early('delete_snapshots'),
    clean_up: early('clean_up'),
  };
}

/** S8: nothing is written if there is nothing to delete. */
export function writesNoNeedlessRoot(
  operations: RepositoryOperations,
  repository: () => RepositoryOptions,
): RepositoryOperations {
  return {
    ...operations,
    delete_snapshots: async (request) => {
      const { generation, snapshots } = await readRoot(repository());
      const isThere = snapshots.some(({ uuid }) => request.uuids.includes(uuid));
      if (isThere) return operations.delete_snapshots(request);
      return { generation, deletedBlobs: 0, deletedBytes: 0 };
    },
  };
}

/** S10: a list is accepted whatever its base was. */
export function checksNoBases(
  operations: RepositoryOperations,
  repository: () => RepositoryOptions,
): RepositoryOperations {
  return {
    ...operations,
    finalize: async (request) => {
      const root = await readRoot(repository(), request.expectedGeneration);
      const indices = request.indices.map((index) => ({
        ...index,
        bases: root.indices.find(({ id }) => id === index.id)?.generations ?? [],
      }));
      return operations.finalize({ ...request, indices });
    },
  };
}

/** S10: a snapshot that began before a removal is accepted as if it had begun after it. */
export function forgetsRemovals(operations: RepositoryOperations): RepositoryOperations {
  return {
    ...operations,
    finalize: (request) =>
      operations.finalize({ ...request, startedGeneration: request.expectedGeneration }),
  };
}

/** S6: any root counts as this cluster's. */
export function takesOverAnyRoot(
  operations: RepositoryOperations,
  repository: () => RepositoryOptions,
): RepositoryOperations {
  return {
    ...operations,
    read_root: async (request) => {
      const root = await operations.read_root(request);
      return { ...root, writer: repository().writer };
    },
  };
}
