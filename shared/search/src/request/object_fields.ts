/** Objects of a request with a fixed set of fields. */
export {
  type Draft,
  type FieldKind,
  type FieldReader,
  type FieldReaders,
  into,
  isPlain,
  itemsOf,
  type ObjectReading,
  objectAt,
  objectIn,
  readFields,
  readingField,
} from '@skein/reading';
