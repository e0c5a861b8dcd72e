export type { ClassTable, Implementation, JavaClass, Method, Type } from './class_table.js';
export { ClassRegistry, isPrimitive, methodKey, PRIMITIVES, writtenName } from './class_table.js';
export { JCollection, JList, JMap, JSet } from './containers/collections.js';
export { JArray, JFunction, zeroValue } from './containers/container_types.js';
export { iterate } from './containers/iterate.js';
export { naturalOrder as compareValues } from './containers/order.js';
export type { Table } from './containers/tables.js';
export { HashTable } from './containers/tables.js';
export { splitDistance, unitMeters } from './host/distance_unit.js';
export { arcDistance, geohashCorner } from './host/geo_distance.js';
export type { DocValuesKind } from './host/host.js';
export {
  BytesRef,
  DOC_DATE,
  DocValues,
  docDate,
  docDateNanos,
  ExplanationHolder,
  GeoPoint,
  HostRecord,
  missingValue,
} from './host/host.js';
export * as movingFunctions from './host/moving_functions.js';
export { hostError, toldToHost } from './host/told_to_host.js';
export type { World } from './host/world.js';
export { provideWorld } from './host/world.js';
export { markedDouble, markScriptParams, readExact } from './json/exact_json.js';
export {
  fromJson,
  isNumberValue,
  mapFromJson,
  numberOfValue,
  paramType,
  unboxed,
} from './json/json.js';
export type { Walk } from './json/key_shape.js';
export { readJson, readJsonValue } from './json/read_json.js';
export { noText, toJson } from './json/write_json.js';
export { toNumber, toNumbers } from './json/write_numbers.js';
export { toText, toTexts } from './json/write_texts.js';
export { JBigInteger } from './numbers/big_integer.js';
export { CompensatedSum } from './numbers/compensated_sum.js';
export { doubleText, floatText } from './numbers/number_text.js';
export { encodeBytes } from './text/base64.js';
export { byteSize } from './text/byte_size.js';
export { flagsOf, Pattern } from './text/pattern.js';
export { urlDecoded } from './text/url_decoding.js';
export { DATE_PARTS } from './time/date_parts.js';
export { Instant } from './time/time.js';
export { ZonedDateTime, zoneOf } from './time/zone.js';
export * as convert from './values/convert.js';
export {
  badCast,
  boxAs,
  boxDouble,
  boxedType,
  boxFloat,
  boxNumber,
  convertNumber,
  defToBoolean,
  defToNumber,
  kindOf,
  longToInt,
  NUMBER_WIDTHS,
  rawNumber,
  unboxedType,
  widens,
} from './values/convert.js';
export {
  abandonRuns,
  allocate,
  allocatedUnits,
  checkTime,
  ELEMENT,
  enter,
  leave,
  loopLimit,
  MAX_LOOP_TURNS,
  renewMeter,
  restoreMeter,
  spend,
  startMeter,
} from './values/meter.js';
export {
  arithmetic,
  arrayIndex,
  asThrowable,
  castMessage,
  classCast,
  illegalArgument,
  illegalState,
  indexOutOfBounds,
  negativeArraySize,
  notNull,
  nullPointer,
  Throwable,
  UNPLACED,
  unsupported,
  wireType,
} from './values/throwable.js';
export type { Value } from './values/value.js';
export {
  classNameOf,
  equalValues,
  JavaObject,
  JByte,
  JChar,
  JDouble,
  JFloat,
  JShort,
  textOf,
} from './values/value.js';
export * as tables from './whitelist/all.js';
export { bigInteger } from './whitelist/big_numbers.js';
export { JDate } from './whitelist/date.js';
