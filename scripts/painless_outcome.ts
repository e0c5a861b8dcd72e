/**
 * What a program comes to, here and on a reference server: its value as text, or its error's reason
 * and type.
 */
import { ApiError } from '@skein/errors';
import { systemClock, systemRandom, threadCpuClock } from '@skein/platform';
import {
  compilePainless,
  fromJson,
  provideWorld,
  scriptContext,
  textOf,
  type Value,
} from '@skein/script';

provideWorld({ clock: systemClock, random: systemRandom, cpu: threadCpuClock });

export interface Outcome {
  readonly value?: string;
  readonly error?: string;
  /** Of an error: what was said of it. */
  readonly reason?: string;
  /** Of an error: where in the program. */
  readonly place?: string;
}

/** The reference says nothing of an error that is its own compiler's. */
const placeOf = (position: Position | undefined): string =>
  position === undefined ? '' : `${position.offset} in ${position.start}-${position.end}`;

interface Position {
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** One of each kind, so that a run does not depend on what the generator thought of. */
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
  const answer = (await response.json()) as Answer;
  if (answer.error === undefined) return { value: answer.result ?? '' };
  return {
    error: `${answer.error.reason}: ${answer.error.caused_by?.type}`,
    reason: answer.error.caused_by?.reason ?? '',
    place: placeOf(answer.error.position),
  };
}

export const outcomeText = ({ value, error, reason, place }: Outcome): string =>
  value ?? `${error} ${reason ?? ''} at ${place ?? ''}`;
