/** The validation of coordinates. */

/** The treatment of coordinates outside the globe. */
export type GeoValidation = 'strict' | 'coerce' | 'ignore_malformed';
