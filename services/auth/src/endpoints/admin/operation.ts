/**
 * An operation of the administration over HTTP: one entry in a list, executed by `Administration`
 * as for the command line.
 */
import { ApiError } from '@skein/errors';
import type { Administration } from '../../administration/administration.js';
import type { AuthContext } from '../../context.js';
import type { Body } from './body.js';

interface AdminRequest {
  readonly administration: Administration;
  readonly context: AuthContext;
  /** The name in the path, decoded: `:id`, `:name`. Empty if the path has none. */
  readonly name: string;
  readonly query: Query;
  readonly body: Body;
}

export interface AdminOperation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below `/admin/v1`. */
  readonly path: string;
  /** The scope the token needs: `security:read` or `security:manage`. */
  readonly needs: 'read' | 'manage';
  /** The query parameters it accepts. */
  readonly parameters?: readonly string[];
  /** The body fields it accepts; absent if it takes no body. */
  readonly fields?: readonly string[];
  /** 200 if absent. */
  readonly status?: number;
  /** Resolves to the response; undefined for 204. */
  run(request: AdminRequest): Promise<object | undefined>;
}

export class Query {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** A whole number from 1 to `most`. */
  count(name: string, most: number): number | undefined {
    const text = this.#values.get(name);
    if (text === undefined) return undefined;
    const count = /^\d{1,16}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new ApiError(
      'illegal_argument_exception',
      `[${name}] must be a whole number from [1] to [${most}], not [${text}]`,
    );
  }
}

const USUAL_PAGE = 100;
const LARGEST_PAGE = 1000;

const PAGE_PARAMETERS: readonly string[] = ['size', 'after'];

/**
 * A page and the start of the next one: `next` is sent back as `after`; it is absent on the last
 * page.
 */
async function pageOf<T>(
  query: Query,
  { read, key }: { read(after: string, size: number): Promise<readonly T[]>; key(item: T): string },
): Promise<object> {
  const size = query.count('size', LARGEST_PAGE) ?? USUAL_PAGE;
  const items = await read(query.text('after') ?? '', size + 1);
  const shown = items.slice(0, size);
  const last = shown.at(-1);
  return { items: shown, ...(items.length > size && last ? { next: key(last) } : {}) };
}

/** The items of a list, by name. */
interface NamedItems<T> {
  page(after: string, size: number): Promise<readonly T[]>;
  show(name: string): Promise<object>;
}

/** The operations that list and show the items of a path. `key` orders the pages. */
export function readOperations<T>(
  path: string,
  items: (administration: Administration) => NamedItems<T>,
  key: (item: T) => string,
): readonly AdminOperation[] {
  return [
    {
      method: 'get',
      path,
      needs: 'read',
      parameters: PAGE_PARAMETERS,
      run: ({ administration, query }) =>
        pageOf(query, { read: (after, size) => items(administration).page(after, size), key }),
    },
    {
      method: 'get',
      path: `${path}/:name`,
      needs: 'read',
      run: ({ administration, name }) => items(administration).show(name),
    },
  ];
}

/** The operation that removes an item. */
export function removal(
  path: string,
  remove: (administration: Administration, name: string) => Promise<void>,
): AdminOperation {
  return {
    method: 'delete',
    path: `${path}/:name`,
    needs: 'manage',
    run: async ({ administration, name }) => {
      await remove(administration, name);
      return undefined;
    },
  };
}
