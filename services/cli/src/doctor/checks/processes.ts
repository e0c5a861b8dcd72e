/** Checks the limits and the memory of the nodes' processes. */
import type { JsonValue } from '@skein/content';
import { numberAt, objectAt, textAt } from '../../health/json_at.js';
import type { ClusterView } from '../cluster_view.js';
import { error, type Finding, warning } from '../finding.js';

/** The limit that Elasticsearch requires too: a shard has some dozens of files. */
const ENOUGH_FILES = 65_535;
const MUCH = 0.8;
const HEAP_PERCENT = 85;

export function processes({ stats }: ClusterView): readonly Finding[] {
  return Object.values(stats).flatMap((node) => {
    const name = `node ${textAt(node, 'name')}`;
    return [
      ...files(name, node),
      ...heap(name, node),
      ...breakers(name, node),
      ...pools(name, node),
    ];
  });
}

type Node = JsonValue | undefined;

function files(name: string, node: Node): Finding[] {
  const open = numberAt(node, 'process', 'open_file_descriptors') ?? 0;
  const most = numberAt(node, 'process', 'max_file_descriptors') ?? -1;
  if (most <= 0) return [];
  const mend = `start the node with [ulimit -n ${ENOUGH_FILES}], or set LimitNOFILE=${ENOUGH_FILES} in its systemd unit`;
  if (open > most * MUCH) return [error(`${name} has ${open} of ${most} files open`, mend)];
  if (most < ENOUGH_FILES) return [warning(`${name} may open only ${most} files`, mend)];
  return [];
}

function heap(name: string, node: Node): Finding[] {
  const percent = numberAt(node, 'jvm', 'mem', 'heap_used_percent') ?? 0;
  if (percent < HEAP_PERCENT) return [];
  return [
    error(
      `${name}: ${percent}% of the main thread's heap is in use`,
      'find the cause with skein profile --type heap, or enlarge the heap: NODE_OPTIONS=--max-old-space-size=8192',
    ),
  ];
}

function breakers(name: string, node: Node): Finding[] {
  return Object.entries(objectAt(node, 'breakers')).flatMap(([breaker, part]) => {
    const tripped = numberAt(part, 'tripped') ?? 0;
    if (tripped === 0) return [];
    return [
      warning(
        `${name}: the circuit breaker [${breaker}] refused ${tripped} requests since the node started`,
        'send smaller requests, or give the machine more memory; GET /_nodes/stats/breaker shows the limits',
      ),
    ];
  });
}

function pools(name: string, node: Node): Finding[] {
  return Object.entries(objectAt(node, 'thread_pool')).flatMap(([pool, part]) => {
    const rejected = numberAt(part, 'rejected') ?? 0;
    if (rejected === 0) return [];
    return [
      warning(
        `${name}: the queue of [${pool}] was full for ${rejected} requests since the node started`,
        'let clients pause after status 429 and send fewer concurrent requests, or add nodes',
      ),
    ];
  });
}
