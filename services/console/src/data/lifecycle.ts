/**
 * The progress of indices in their policies, in both policy languages: as `_plugins/_ism/explain`
 * and `_ilm/explain` report it.
 */
import type { Method } from '../api/question.js';

export interface Standing {
  readonly index: string;
  readonly language: 'ISM' | 'ILM';
  readonly policy: string;
  /** The state or phase, then the action and the step. */
  readonly where: string;
  /** The policy's message about the index; empty for none. */
  readonly info: string;
  readonly hasFailed: boolean;
}

interface IsmEntry {
  readonly policy_id?: string | undefined;
  readonly enabled?: boolean | null;
  readonly state?: { readonly name?: string };
  readonly action?: { readonly name?: string; readonly failed?: boolean };
  readonly step?: { readonly name?: string; readonly step_status?: string };
  readonly retry_info?: { readonly failed?: boolean };
  readonly info?: { readonly message?: string };
}

/** The standings in an ISM answer. Entries that are no indices, such as the count, are skipped. */
export function ismStandings(
  answer: Readonly<Record<string, IsmEntry | number>>,
): readonly Standing[] {
  return Object.entries(answer).flatMap(([index, value]) => {
    if (typeof value === 'number') return [];
    const { policy_id: policy, state, action, step, retry_info: retry, info } = value;
    if (typeof policy !== 'string') return [];
    return [
      {
        index,
        language: 'ISM' as const,
        policy,
        where: joined(state?.name, action?.name, step?.name),
        info: info?.message ?? '',
        hasFailed:
          action?.failed === true || retry?.failed === true || step?.step_status === 'failed',
      },
    ];
  });
}

interface IlmEntry {
  readonly managed: boolean;
  readonly policy?: string;
  readonly phase?: string;
  readonly action?: string;
  readonly step?: string;
  readonly failed_step?: string;
  readonly step_info?: { readonly reason?: string; readonly message?: string };
}

export function ilmStandings(answer: {
  readonly indices: Readonly<Record<string, IlmEntry>>;
}): readonly Standing[] {
  return Object.entries(answer.indices)
    .filter(([, { managed }]) => managed)
    .map(([index, { policy = '', phase, action, step, failed_step: failed, step_info: info }]) => ({
      index,
      language: 'ILM' as const,
      policy,
      where: joined(phase, action, failed ?? step),
      info: info?.reason ?? info?.message ?? '',
      hasFailed: step === 'ERROR' || failed !== undefined,
    }));
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' → ');
}

export function retryRequest({ language, index }: Standing): {
  readonly method: Method;
  readonly path: string;
} {
  const name = encodeURIComponent(index);
  return language === 'ISM'
    ? { method: 'POST', path: `/_plugins/_ism/retry/${name}` }
    : { method: 'POST', path: `/${name}/_ilm/retry` };
}
