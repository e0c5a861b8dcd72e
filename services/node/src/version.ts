/** Versions that responses contain. */

/** Skein's own version. */
export const SKEIN_VERSION = '0.1.0';

/**
 * `index.version.created` of new indices: the id by which OpenSearch 2.19.1 marks its own (2190199
 * with the fork's bit).
 */
export const INDEX_VERSION = '136407927';

/** Versions of the node-to-node protocol that this build understands. */
export const WIRE_VERSIONS = { min: 1, max: 1 } as const;

/** Versions of the index file format that this build reads. */
export const INDEX_FORMATS = { min: 1, max: 1 } as const;

/** The version of OpenSearch that marks snapshots and whose formats and answers they follow. */
export const REFERENCE_VERSION = { version: '2.19.1', versionId: Number(INDEX_VERSION) } as const;
