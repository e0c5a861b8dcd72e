/**
 * One thing the administration can do over HTTP: one line in a list, carried out by
 * `Administration` as the command line does it.
 */
import { ApiError } from '@skein/errors';
import type { Administration } from '../../administration/administration.js';
import type { AuthContext } from '../../context.js';
import type { Body } from './body.js';

export interface AdminRequest {
  readonly administration: Administration;
  readonly context: AuthContext;
  /** A name in the path, decoded: `:id`, `:name`. Empty when the path has none. */
  readonly name: string;
  readonly query: Query;
  readonly body: Body;
}

export interface AdminOperation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/admin/v1`. */
  readonly path: string;
  /** What the token must hold: `security:read` or `security:manage`. */
  readonly needs: 'read' | 'manage';
  /** Parameters of the query it knows. */
  readonly parameters?: readonly string[];
  /** Fields of the body it knows; absent: it takes none. */
  readonly fields?: readonly string[];
  /** 200 when not given. */
  readonly status?: number;
  /** `undefined`: answered with 204. */
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

export const PAGE_PARAMETERS: readonly string[] = ['size', 'after'];

/**
 * A page and where the next one starts: `next` is to be sent back as `after`; absent on the last
 * page.
 */
export async function pageOf<T>(
  query: Query,
  { read, key }: { read(after: string, size: number): Promise<readonly T[]>; key(item: T): string },
): Promise<object> {
  const size = query.count('size', LARGEST_PAGE) ?? USUAL_PAGE;
  const items = await read(query.text('after') ?? '', size + 1);
  const shown = items.slice(0, size);
  const last = shown.at(-1);
  return { items: shown, ...(items.length > size && last ? { next: key(last) } : {}) };
}
