/** The names of the circuit breakers and their messages, in Elasticsearch's words. */
import { formatByteSize } from '@skein/base';
import { ApiError } from '@skein/errors';

export const CHILDREN = ['request', 'fielddata', 'in_flight_requests'] as const;

export type ChildBreaker = (typeof CHILDREN)[number];
export type Breaker = ChildBreaker | 'parent';

export interface Usage {
  readonly child: ChildBreaker;
  readonly bytes: number;
}

interface TooLarge {
  readonly wantedBytes: number;
  readonly limitBytes: number;
  /** The purpose of the memory. */
  readonly label: string;
  /** The usages of the children, given when the parent breaker trips. */
  readonly usages?: readonly Usage[];
  /** Given when the parent breaker measures the memory of the whole process. */
  readonly real?: { readonly realBytes: number; readonly newBytes: number } | undefined;
}

export function tooLarge(breaker: Breaker, what: TooLarge): ApiError {
  const { wantedBytes, limitBytes, label, usages, real } = what;
  const parts = [
    `[${breaker}] Data too large, data for [${label}] would be ${size(wantedBytes)}`,
    `which is larger than the limit of ${size(limitBytes)}`,
  ];
  if (real !== undefined) {
    parts.push(`real usage: ${size(real.realBytes)}`);
    parts.push(`new bytes reserved: ${size(real.newBytes)}`);
  }
  if (usages !== undefined) {
    const all = usages.map(({ child, bytes }) => `${child}=${bytes}/${formatByteSize(bytes)}`);
    parts.push(`usages [${all.join(', ')}]`);
  }
  return new ApiError('circuit_breaking_exception', parts.join(', '), {
    metadata: {
      bytes_wanted: wantedBytes,
      bytes_limit: limitBytes,
      durability: durabilityOf(breaker, usages ?? []),
    },
  });
}

function size(bytes: number): string {
  return `[${bytes}/${formatByteSize(bytes)}]`;
}

/**
 * Tells a client whether a retry may succeed. Memory kept for segments stays (`PERMANENT`), other
 * memory is freed with its request (`TRANSIENT`). For the parent breaker, the larger part decides.
 */
function durabilityOf(breaker: Breaker, usages: readonly Usage[]): 'TRANSIENT' | 'PERMANENT' {
  if (breaker !== 'parent') return breaker === 'fielddata' ? 'PERMANENT' : 'TRANSIENT';
  let balance = 0;
  for (const { child, bytes } of usages) balance += child === 'fielddata' ? -bytes : bytes;
  return balance >= 0 ? 'TRANSIENT' : 'PERMANENT';
}
