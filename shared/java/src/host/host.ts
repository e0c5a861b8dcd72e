/**
 * Values that hosts provide: values of documents, numbers of a similarity, positions of an
 * interval. All are read-only.
 */
import { JList } from '../containers/collections.js';
import { doubleText } from '../numbers/number_text.js';
import { Instant, LocalDate, LocalDateTime } from '../time/time.js';
import { UTC, ZonedDateTime } from '../time/zone.js';
import { arrayIndex, illegalState, type Throwable, unsupported } from '../values/throwable.js';
import { JavaObject, type Value } from '../values/value.js';

export type DocValuesKind =
  | 'Longs'
  | 'Doubles'
  | 'Strings'
  | 'Booleans'
  | 'Dates'
  | 'GeoPoints'
  | 'UnsignedLongs'
  | 'BytesRefs'
  | 'Ip';

const CLASS: Readonly<Record<DocValuesKind, string>> = {
  Longs: 'org.opensearch.index.fielddata.ScriptDocValues$Longs',
  Doubles: 'org.opensearch.index.fielddata.ScriptDocValues$Doubles',
  Strings: 'org.opensearch.index.fielddata.ScriptDocValues$Strings',
  Booleans: 'org.opensearch.index.fielddata.ScriptDocValues$Booleans',
  Dates: 'org.opensearch.index.fielddata.ScriptDocValues$Dates',
  GeoPoints: 'org.opensearch.index.fielddata.ScriptDocValues$GeoPoints',
  UnsignedLongs: 'org.opensearch.index.fielddata.ScriptDocValues$UnsignedLongs',
  BytesRefs: 'org.opensearch.index.fielddata.ScriptDocValues$BytesRefs',
  Ip: 'org.opensearch.index.mapper.IpFieldMapper$IpFieldType$IpScriptDocValues',
};

/** The error of a script that reads a field which the document lacks. */
export function missingValue(): Throwable {
  return illegalState(
    "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
  );
}

/** `doc['f']`: the values of one document, refilled for the next. */
export class DocValues extends JList {
  readonly kind: DocValuesKind;

  constructor(kind: DocValuesKind, items: Value[] = []) {
    super(items, { className: CLASS[kind], fixed: true });
    this.kind = kind;
  }

  override changing(): void {
    throw unsupported('doc values are unmodifiable');
  }

  override set(): Value {
    throw unsupported('doc values are unmodifiable');
  }

  first(): Value {
    return this.at(0);
  }

  at(index: number): Value {
    if (this.items.length === 0) {
      throw missingValue();
    }
    if (index < 0 || index >= this.items.length) {
      throw arrayIndex(`Index ${index} out of bounds for length ${this.items.length}`);
    }
    return this.items[index] ?? null;
  }

  override get(index: number): Value {
    return this.at(index);
  }
}

export class GeoPoint extends JavaObject {
  readonly className: string = 'org.opensearch.common.geo.GeoPoint';
  readonly lat: number;
  readonly lon: number;

  constructor(lat: number, lon: number) {
    super();
    this.lat = lat;
    this.lon = lon;
  }

  override text(): string {
    return `${doubleText(this.lat)}, ${doubleText(this.lon)}`;
  }
}

/** Receives the explanation that a score script gives for its result. */
export class ExplanationHolder extends JavaObject {
  readonly className: string = 'org.opensearch.script.ScoreScript$ExplanationHolder';
  /** `undefined` until the script sets it. */
  description: string | undefined;
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/**
 * A named record of numbers and texts that a context reads by methods: the statistics of a
 * similarity, an interval, a token.
 */
export class HostRecord extends JavaObject {
  readonly className: string;
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, string>;

  constructor(
    className: string,
    numbers: ReadonlyMap<string, number>,
    texts: ReadonlyMap<string, string> = NO_TEXTS,
  ) {
    super();
    this.className = className;
    this.numbers = numbers;
    this.texts = texts;
  }

  number(name: string): number {
    return this.numbers.get(name) ?? 0;
  }
}

export const DOC_DATE = 'org.opensearch.script.JodaCompatibleZonedDateTime';
const DOC_DATE_IN_UTC = { offset: 0, className: DOC_DATE };
const DAY_MS = 86_400_000;
const NANOS_PER_MS = 1_000_000;
const NANOS_PER_SECOND = 1_000_000_000n;

/** The value of a date field: milliseconds since the epoch, in UTC. */
export function docDate(epochMs: number): ZonedDateTime {
  if (Number.isSafeInteger(epochMs)) {
    const day = Math.floor(epochMs / DAY_MS);
    const nanos = (epochMs - day * DAY_MS) * NANOS_PER_MS;
    return new ZonedDateTime(new LocalDateTime(new LocalDate(day), nanos), UTC, DOC_DATE_IN_UTC);
  }
  return ZonedDateTime.ofInstant(Instant.ofMillis(BigInt(epochMs)), UTC, DOC_DATE);
}

/** The value of a `date_nanos` field: nanoseconds since the epoch. */
export function docDateNanos(epochNanos: bigint): ZonedDateTime {
  const nano = ((epochNanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const seconds = (epochNanos - nano) / NANOS_PER_SECOND;
  return ZonedDateTime.ofInstant(new Instant(Number(seconds), Number(nano)), UTC, DOC_DATE);
}

/** The value of a binary field. */
export class BytesRef extends JavaObject {
  readonly className: string = 'org.apache.lucene.util.BytesRef';
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super();
    this.bytes = bytes;
  }

  override text(): string {
    return `[${Array.from(this.bytes, (byte) => byte.toString(16)).join(' ')}]`;
  }
}
