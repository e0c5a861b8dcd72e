/** The columns that describe a segment, shared by the cats that list segments. */
import type { SegmentFigures } from '@skein/search_library';
import { SEGMENT_VERSION, segmentGeneration } from '../../indices/stats/segment_facts.js';
import type { Column } from '../cat_table.js';

interface OfSegment {
  readonly segment: SegmentFigures & {
    /** True if searches see it. */
    readonly searchable: boolean;
  };
}

export const SEGMENT_COLUMNS: readonly Column<OfSegment>[] = [
  {
    name: 'segment',
    aliases: ['seg'],
    description: 'segment name',
    cell: (row) => row.segment.name,
  },
  {
    name: 'generation',
    aliases: ['g', 'gen'],
    description: 'segment generation',
    right: true,
    cell: (row) => segmentGeneration(row.segment),
  },
  {
    name: 'docs.count',
    aliases: ['dc', 'docsCount'],
    description: 'number of docs in segment',
    right: true,
    cell: (row) => row.segment.docCount,
  },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    description: 'number of deleted docs in segment',
    right: true,
    cell: (row) => row.segment.deletedCount,
  },
  {
    name: 'size',
    aliases: ['si'],
    description: 'segment size in bytes',
    right: true,
    cell: (row) => ({ bytes: row.segment.sizeBytes }),
  },
  {
    name: 'size.memory',
    aliases: ['sm', 'sizeMemory'],
    description: 'segment memory in bytes',
    right: true,
    cell: (row) => row.segment.memoryBytes,
  },
  {
    name: 'committed',
    aliases: ['ic', 'isCommitted'],
    description: 'is segment committed',
    cell: (row) => row.segment.committed,
  },
  {
    name: 'searchable',
    aliases: ['is', 'isSearchable'],
    description: 'is segment searched',
    cell: (row) => row.segment.searchable,
  },
  { name: 'version', aliases: ['v', 'ver'], description: 'version', cell: () => SEGMENT_VERSION },
  {
    name: 'compound',
    aliases: ['ico', 'isCompound'],
    description: 'is segment compound',
    cell: () => true,
  },
];
