export type { BodyLocation, BodyLocator } from './body_location.js';
export { bodyLocator, nowhere, OPENING, placeMetadata } from './body_location.js';
export { checkMaximum, REGEX_LENGTH } from './index_maximum.js';
export type {
  Draft,
  FieldKind,
  FieldReader,
  FieldReaders,
  ObjectReading,
} from './object_fields.js';
export {
  fieldReader,
  into,
  isPlain,
  itemsOf,
  objectAt,
  objectIn,
  readFields,
  readingField,
} from './object_fields.js';
export type { ValuePlace } from './scalars.js';
export {
  askedVersion,
  booleanOf,
  boostOf,
  checkBoost,
  doubleOf,
  floatOf,
  integerOf,
  isScalar,
  jsonToken,
  longOf,
  readingAt,
  textOf,
  textOrNull,
  textsOf,
  tokenName,
  withPlace,
} from './scalars.js';
