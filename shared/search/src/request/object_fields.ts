/** Objects of a request that know their fields. */
export {
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
