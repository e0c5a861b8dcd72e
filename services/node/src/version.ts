/** Versions that answers name. */

/** Skein's own. */
export const SKEIN_VERSION = '0.1.0';

/** `index.version.created` of new indices: the id by which OpenSearch 2.19.1 marks its own (2190199 with the fork's bit). */
export const INDEX_VERSION = '136407927';

/** Of the talk between nodes: what this build understands. */
export const WIRE_VERSIONS = { min: 1, max: 1 } as const;

/** Of the files of an index: what this build reads. */
export const INDEX_FORMATS = { min: 1, max: 1 } as const;

/** The version of OpenSearch whose formats and answers snapshots are marked with. */
export const REFERENCE_VERSION = { version: '2.19.1', versionId: Number(INDEX_VERSION) } as const;
