/**
 * The part of an index that a caller may see: some documents, some fields. All operations on a
 * shard run on an index without the others (`visible_index.ts`), so no query, fetch part or
 * aggregation has to check it.
 */
import { simpleMatch } from '@skein/base';

/** Names and patterns of fields; a granted field includes all fields below it. */
export interface FieldGrant {
  readonly grant: readonly string[];
  /** Takes precedence over `grant`. */
  readonly except: readonly string[];
}

/** The visibility of a request's caller, sent with the request as plain data. */
export interface Visibility {
  /**
   * Queries as JSON texts: documents that match any of them are visible. `undefined` means every
   * document.
   */
  readonly queries: readonly string[] | undefined;
  /** Fields that any grant includes are visible. `undefined` means every field. */
  readonly fields: readonly FieldGrant[] | undefined;
}

/** The limit of cached names: documents may contain any number of names. */
const MOST_KNOWN = 10_000;

/** The visible fields, by full path. */
export class VisibleFields {
  readonly #grants: readonly FieldGrant[];
  readonly #known = new Map<string, boolean>();

  constructor(grants: readonly FieldGrant[]) {
    this.#grants = grants;
  }

  /** Also handles paths without a field, for parts of documents. */
  shows(path: string): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const around = [...pathsAround(path)];
    const isNamed = (pattern: string) => around.some((part) => simpleMatch(pattern, part));
    const shown = this.#grants.some(
      ({ grant, except }) => grant.some(isNamed) && !except.some(isNamed),
    );
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(path, shown);
    return shown;
  }

  /**
   * True if no exception can lie below the path: needed for fields whose values are found without
   * their paths.
   */
  showsAllBelow(path: string): boolean {
    return this.#grants.some(
      (one) =>
        new VisibleFields([one]).shows(path) &&
        !one.except.some((pattern) => pattern.includes('*') || pattern.startsWith(`${path}.`)),
    );
  }
}

/**
 * The path itself and its parents. A suffix that a field adds to its own name starts with `.` or
 * `#`.
 */
function* pathsAround(path: string): Iterable<string> {
  for (let end = 0; end < path.length; end++) {
    if (path[end] === '.' || path[end] === '#') yield path.slice(0, end);
  }
  yield path;
}
