/** Makes families of metrics. */
import type { Family, Sample } from './contract.js';

type Values = number | readonly Sample[];

function family(kind: Family['kind'], [name, help]: Named, values: Values): Family {
  const samples = typeof values === 'number' ? [{ value: values }] : values;
  return { kind, name: `skein_${name}`, help, samples };
}

export type Named = readonly [name: string, help: string];

export const gauge = (named: Named, values: Values): Family => family('gauge', named, values);

export const counter = (named: Named, values: Values): Family => family('counter', named, values);

/** One series per element, distinguished by one label. */
export function byLabel<T>(
  label: string,
  all: Iterable<T>,
  read: (one: T) => readonly [label: string, value: number],
): readonly Sample[] {
  return [...all].map((one) => {
    const [name, value] = read(one);
    return { labels: { [label]: name }, value };
  });
}

const MS_PER_SECOND = 1000;

/** Prometheus uses seconds. */
export const seconds = (ms: number): number => ms / MS_PER_SECOND;
