/** Pages of the policies of ISM and of snapshot management. */
import { simpleMatch } from '@skein/base';
import { enumParam, orDefault, type ParamValues, stringParam } from '@skein/http';
import { PAGE_PARAMS } from './policy_body.js';

const ORDERS = ['asc', 'desc'] as const;

/** The fields by which pages can be sorted; the first one counts by default. */
type Sorts<T> = Readonly<Record<string, (policy: T) => number | string>>;

export function policyPages<T>(sortedBy: Sorts<T>, name: (policy: T) => string) {
  const fields = Object.keys(sortedBy);
  const [first = ''] = fields;
  const params = {
    ...PAGE_PARAMS,
    sortField: orDefault(
      enumParam(fields, (param, text) => `[${param}] must be one of ${fields} but was [${text}]`),
      first,
    ),
    sortOrder: orDefault(
      enumParam(ORDERS, (param, text) => `[${param}] must be asc or desc but was [${text}]`),
      'asc',
    ),
    /** A pattern of names. */
    queryString: orDefault(stringParam, '*'),
  } as const;
  return {
    params,
    /** The page of those that the request's pattern matches, and the number of all of them. */
    pageOf(policies: readonly T[], request: ParamValues<typeof params>) {
      const { size, from, sortField, sortOrder, queryString } = request;
      const found = policies.filter((policy) => simpleMatch(queryString, name(policy)));
      const key = sortedBy[sortField] ?? (() => 0);
      const sign = sortOrder === 'asc' ? 1 : -1;
      found.sort((a, b) => (key(a) < key(b) ? -sign : sign));
      return { page: found.slice(from, from + size), total: found.length };
    },
  };
}
