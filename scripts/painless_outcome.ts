/**
 * The outcome of a program, here and on a running OpenSearch: its value as text, or the reason and
 * type of its error.
 */
import { ApiError } from '@skein/errors';
import { fromJson, provideWorld, textOf, type Value } from '@skein/java';
import { systemClock, systemRandom, threadCpuClock } from '@skein/platform';
import { compilePainless, scriptContext } from '@skein/script';
import { answeredJson } from './trusted_json.ts';

provideWorld({ clock: systemClock, random: systemRandom, cpu: threadCpuClock });

export interface Outcome {
  readonly value?: string;
  readonly error?: string;
  /** The message of the error's cause. */
  readonly reason?: string;
  /** The place of the error in the program. */
  readonly place?: string;
}

/** The place as text; empty when OpenSearch gives none, as for errors of its own compiler. */
const placeOf = (position: Position | undefined): string =>
  position === undefined ? '' : `${position.offset} in ${position.start}-${position.end}`;

interface Position {
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** Parameters of every kind, so that a run does not depend on what the generator chooses. */
const PARAMS = { i: 7, d: 2.5, s: 'param', l: [3, 1, 2], m: { a: 1, b: 'two' }, n: null, t: true };

export function attemptHere(source: string): Outcome {
  try {
    const script = compilePainless(source, scriptContext('painless_test'));
    return { value: textOf(script.run(fromJson(PARAMS, 'java.util.HashMap')) as Value) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { error: `FAULT ${String(error)}` };
    return {
      error: `${error.message}: ${String(error.cause?.metadata.type)}`,
      reason: error.cause?.message ?? '',
      place: placeOf(error.metadata.position as Position | undefined),
    };
  }
}

interface Answer {
  readonly result?: string;
  readonly error?: {
    readonly reason: string;
    readonly position?: Position;
    readonly caused_by?: { readonly type: string; readonly reason: string | null };
  };
}

export async function attemptThere(url: string, source: string): Promise<Outcome> {
  const response = await fetch(`${url}/_scripts/painless/_execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ script: { source, params: PARAMS } }),
  });
  const answer = await answeredJson<Answer>(response);
  if (answer.error === undefined) return { value: answer.result ?? '' };
  return {
    error: `${answer.error.reason}: ${answer.error.caused_by?.type}`,
    reason: answer.error.caused_by?.reason ?? '',
    place: placeOf(answer.error.position),
  };
}

export const outcomeText = ({ value, error, reason, place }: Outcome): string =>
  value ?? `${error} ${reason ?? ''} at ${place ?? ''}`;
