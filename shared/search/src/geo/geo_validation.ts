/** How strictly coordinates are read. */

/** What is done about coordinates outside the globe. */
export type GeoValidation = 'strict' | 'coerce' | 'ignore_malformed';
