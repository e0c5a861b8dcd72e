/**
 * Requests to the issuer's administration (docs/AUTHORIZATION.md, "Administration"), with a token
 * for this audience.
 */

import { ApiFailure } from '../api/failure.js';
import type { Method } from '../api/question.js';
import { membersOf } from '../json/exact_json.js';
import { administrationUri, authorized } from '../session/session.js';

interface AdminQuestion {
  readonly method?: Method;
  /** The path below `/admin/v1`. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves with the answer's JSON, `undefined` for an empty answer. Rejects with an `ApiFailure`
 * for an error.
 */
export async function askAdmin<T>({
  method = 'GET',
  path,
  body,
  signal,
}: AdminQuestion): Promise<T> {
  const init = {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  };
  const response = await authorized(`${administrationUri() ?? ''}${path}`, init, 'issuer');
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text);
  // The caller names the form that the issuer gives to the answer of its path.
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function failureOf(status: number, text: string): ApiFailure {
  // A proxy's own error text is shown as it is.
  const { error, error_description: reason } = membersOf(text);
  return new ApiFailure(status, String(error ?? 'error'), String(reason ?? error ?? text));
}

export interface AdminPage<T> {
  readonly items: readonly T[];
  /** The start of the next page; absent on the last page. */
  readonly next?: string | number;
}

const PAGE_SIZE = 1000;

/** Reads every page of a list that is ordered by id. */
export async function askAll<T>(path: string, signal?: AbortSignal): Promise<readonly T[]> {
  const items: T[] = [];
  for (let after = ''; ; ) {
    const query = new URLSearchParams({ size: String(PAGE_SIZE), after });
    const page = await askAdmin<AdminPage<T>>({ path: `${path}?${query}`, signal });
    items.push(...page.items);
    if (page.next === undefined) return items;
    after = String(page.next);
  }
}
