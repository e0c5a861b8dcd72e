/**
 * A shard of a split or cloned index starts on the node of its source primary. For a shrunken index
 * the filter `initial_recovery` selects the node.
 */
import { findResizeSource, resizeSource } from '../../resize/resize_source.js';
import { sourceShardsOf } from '../../resize/source_shards.js';
import { isActive } from '../../state/routing_table.js';
import { no, yes } from '../decision.js';
import type { Decider } from './decider.js';

export const resize: Decider = {
  name: 'resize',
  canAllocate: ({ shard, copy }, { node }, { placements }) => {
    const { index, shardId } = shard;
    if (copy.recoverySource !== 'LOCAL_SHARDS') return undefined;
    const source = findResizeSource(placements.state, index);
    if (source === undefined) {
      const named = resizeSource(index);
      return no(() => `resize source index [${named?.name}/${named?.uuid}] doesn't exists`);
    }
    if (index.numberOfShards < source.numberOfShards) return undefined;
    const [from = 0] = sourceShardsOf(source, index, shardId);
    const primary = placements
      .of(source.name)
      [from]?.copies.find((one) => one.primary && isActive(one));
    if (primary === undefined) {
      return no(() => `source primary shard [[${source.name}][${from}]] is not active`);
    }
    if (primary.nodeId === node.id) return yes('source primary is allocated on this node');
    return no(() => 'source primary is allocated on another node');
  },
};
