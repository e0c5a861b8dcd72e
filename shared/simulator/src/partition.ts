/** The shapes in which networks break: the pairs of nodes that cannot reach each other. */
import type { SeededRandom } from './seeded_random.js';

export const PARTITION_SHAPES = [
  'halves',
  'bridge',
  'ring',
  'one_way',
  'isolate_one',
  'half_open',
  'links',
  'majority_minority',
] as const;

export type PartitionShape = (typeof PARTITION_SHAPES)[number];

/** Cut links as `from>to`. */
export type Cut = ReadonlySet<string>;

export const NO_CUT: Cut = new Set();

export function link(from: string, to: string): string {
  return `${from}>${to}`;
}

export function cutOf(shape: PartitionShape, nodes: readonly string[], random: SeededRandom): Cut {
  const order = shuffled(nodes, random);
  const isCut = CUTS[shape](order, random);
  const cut = new Set<string>();
  order.forEach((from, i) => {
    order.forEach((to, j) => {
      if (i !== j && isCut(i, j)) cut.add(link(from, to));
    });
  });
  return cut;
}

type IsCut = (from: number, to: number) => boolean;

const CUTS: Readonly<
  Record<PartitionShape, (nodes: readonly string[], random: SeededRandom) => IsCut>
> = {
  halves: (nodes) => {
    const half = nodes.length >> 1;
    return (i, j) => i < half !== j < half;
  },
  majority_minority: (nodes, random) => {
    const size = 1 + random.below(Math.max(1, (nodes.length - 1) >> 1));
    return (i, j) => i < size !== j < size;
  },
  /** Two sides; only the first node reaches both. */
  bridge: (nodes) => {
    const half = (nodes.length + 1) >> 1;
    return (i, j) => i > 0 && j > 0 && i < half !== j < half;
  },
  ring: (nodes) => (i, j) =>
    (i - j + nodes.length) % nodes.length !== 1 && (j - i + nodes.length) % nodes.length !== 1,
  one_way: (nodes, random) => {
    const half = 1 + random.below(nodes.length - 1);
    return (i, j) => i < half && j >= half;
  },
  isolate_one: () => (i, j) => i === 0 || j === 0,
  /** The first node receives from all others, but its messages reach nobody. */
  half_open: () => (i) => i === 0,
  links: (_nodes, random) => {
    const density = random.between(0.1, 0.7);
    return () => random.chance(density);
  },
};

function shuffled(values: readonly string[], random: SeededRandom): string[] {
  const order = [...values];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [one = '', other = ''] = [order[i], order[j]];
    order[i] = other;
    order[j] = one;
  }
  return order;
}
