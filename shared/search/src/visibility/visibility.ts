/**
 * What of an index a caller may see: some of the documents, some of the fields. Everything a request does at a shard is done over an index that has
 * no others (`visible_index.ts`), so there is no query, fetch part or aggregation that has to know.
 */
import { simpleMatch } from '@skein/base';

/** Names and patterns of fields; with a field goes all that is below it. */
export interface FieldGrant {
  readonly grant: readonly string[];
  /** Wins over `grant`. */
  readonly except: readonly string[];
}

/** Plain data: it travels with a request. */
export interface Visibility {
  /** JSON texts of queries: a document is seen that one of them matches. `undefined`: every document. */
  readonly queries: readonly string[] | undefined;
  /** A field is seen that one of them grants. `undefined`: every field. */
  readonly fields: readonly FieldGrant[] | undefined;
}

/** Names of a document are the document's own: their number has no bound. */
const MOST_KNOWN = 10_000;

/** Which fields are seen, by their full paths. */
export class VisibleFields {
  readonly #grants: readonly FieldGrant[];
  readonly #known = new Map<string, boolean>();

  constructor(grants: readonly FieldGrant[]) {
    this.#grants = grants;
  }

  /** Also of a path that no field has, for what a document may hold there. */
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

  /** Whether no exception can be below the path: for a field whose values are found without their paths. */
  showsAllBelow(path: string): boolean {
    return this.#grants.some(
      (one) =>
        new VisibleFields([one]).shows(path) &&
        !one.except.some((pattern) => pattern.includes('*') || pattern.startsWith(`${path}.`)),
    );
  }
}

/** The path itself and those it lies in. What a field adds to its own name begins with `.` or `#`. */
function* pathsAround(path: string): Iterable<string> {
  for (let end = 0; end < path.length; end++) {
    if (path[end] === '.' || path[end] === '#') yield path.slice(0, end);
  }
  yield path;
}
