/**
 * The treatment of coordinates outside the globe in queries: `strict` refuses them, `coerce` moves
 * them onto it, `ignore_malformed` takes them as they are.
 */
export type GeoValidation = 'strict' | 'coerce' | 'ignore_malformed';
