/**
 * Classes that contexts provide to scripts: doc values, geo points, similarity statistics,
 * intervals.
 */
import type { ClassTable, Implementation } from '../class_table.js';
import { JArray } from '../containers/container_types.js';
import { arcDistance, geohashCorner, planeDistance } from '../host/geo_distance.js';
import type { BytesRef, DocValues, ExplanationHolder, GeoPoint, HostRecord } from '../host/host.js';
import type { Value } from '../values/value.js';

const D = 'org.opensearch.index.fielddata.ScriptDocValues$';
/** A doc value of a field of points. */
const pointIn = (value: Value): GeoPoint => value as GeoPoint;
const point = (self: DocValues): GeoPoint => pointIn(self.first());

/** `type` is the result type of `getValue`; `get` returns the same value boxed. */
function values(
  kind: string,
  type: string,
  more: Readonly<Record<string, Implementation>> = {},
  read: (self: DocValues, at: number) => unknown = (self, at) => self.at(at),
): ClassTable {
  const boxed = { long: 'Long', double: 'Double', boolean: 'Boolean' }[type] ?? type;
  return {
    name: `${D}${kind}`,
    supers: ['java.util.List'],
    methods: {
      [`${boxed} get(int)`]: (self: DocValues, at: number) => self.at(at),
      [`${type} getValue()`]: (self: DocValues) => read(self, 0),
      ...more,
    },
  };
}

const primitive = (self: DocValues, at: number): unknown => {
  const value = self.at(at);
  return value !== null && typeof value === 'object' && 'value' in value ? value.value : value;
};

const GEO: Readonly<Record<string, Implementation>> = {
  'double arcDistance(double,double)': (self: DocValues, lat: number, lon: number) =>
    arcDistance(point(self), lat, lon),
  'double arcDistanceWithDefault(double,double,double)': (
    self: DocValues,
    lat: number,
    lon: number,
    otherwise: number,
  ) => (self.size() === 0 ? otherwise : arcDistance(point(self), lat, lon)),
  'double planeDistance(double,double)': (self: DocValues, lat: number, lon: number) =>
    planeDistance(point(self), lat, lon),
  'double planeDistanceWithDefault(double,double,double)': (
    self: DocValues,
    lat: number,
    lon: number,
    otherwise: number,
  ) => (self.size() === 0 ? otherwise : planeDistance(point(self), lat, lon)),
  'double geohashDistance(String)': (self: DocValues, geohash: string) => {
    const { lat, lon } = geohashCorner(geohash);
    return arcDistance(point(self), lat, lon);
  },
  'double geohashDistanceWithDefault(String,double)': (
    self: DocValues,
    geohash: string,
    otherwise: number,
  ) => {
    if (self.size() === 0) return otherwise;
    const { lat, lon } = geohashCorner(geohash);
    return arcDistance(point(self), lat, lon);
  },
  'double getLat()': (self: DocValues) => point(self).lat,
  'double getLon()': (self: DocValues) => point(self).lon,
  'double[] getLats()': (self: DocValues) =>
    new JArray(
      'double',
      self.items.map((one) => pointIn(one).lat),
    ),
  'double[] getLons()': (self: DocValues) =>
    new JArray(
      'double',
      self.items.map((one) => pointIn(one).lon),
    ),
};

const SIMILARITY = 'org.opensearch.index.similarity.ScriptedSimilarity$';
const INTERVAL = 'org.opensearch.index.query.IntervalFilterScript$Interval';
const long =
  (name: string): Implementation =>
  (self: HostRecord) =>
    BigInt(self.number(name));
const number =
  (name: string): Implementation =>
  (self: HostRecord) =>
    self.number(name);

export const host: readonly ClassTable[] = [
  {
    name: 'org.apache.lucene.util.BytesRef',
    supers: ['java.lang.Comparable'],
    methods: {
      'boolean bytesEquals(BytesRef)': (self: BytesRef, other: BytesRef) =>
        self.bytes.length === other.bytes.length &&
        self.bytes.every((one, i) => one === other.bytes[i]),
      'String utf8ToString()': (self: BytesRef) =>
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(self.bytes),
    },
    fields: {
      'byte[] bytes': (self: BytesRef) =>
        new JArray(
          'byte',
          Array.from(self.bytes, (byte) => (byte << 24) >> 24),
        ),
      'int length': (self: BytesRef) => self.bytes.length,
      'int offset': () => 0,
    },
  },
  { name: 'org.opensearch.script.ScoreScript', imported: false, methods: {}, contexts: ['score'] },
  {
    name: 'org.opensearch.script.DerivedFieldScript',
    imported: false,
    methods: {},
    contexts: ['derived_field'],
  },
  values('Longs', 'long', {}, primitive),
  values('UnsignedLongs', 'BigInteger'),
  values('Doubles', 'double', {}, primitive),
  values('Strings', 'String'),
  values('BytesRefs', 'BytesRef'),
  values('Booleans', 'boolean', {}, primitive),
  values('Dates', 'JodaCompatibleZonedDateTime'),
  values('GeoPoints', 'GeoPoint', GEO),
  {
    ...values('Ip', 'String', {
      // As in OpenSearch, a missing address is null, and no error like other missing values.
      'String getValue()': (self: DocValues) => (self.size() === 0 ? null : self.at(0)),
    }),
    name: 'org.opensearch.index.mapper.IpFieldMapper$IpFieldType$IpScriptDocValues',
  },
  {
    name: 'org.opensearch.common.geo.GeoPoint',
    methods: {
      'double getLat()': (self: GeoPoint) => self.lat,
      'double getLon()': (self: GeoPoint) => self.lon,
    },
  },
  { name: `${SIMILARITY}Query`, methods: { 'float getBoost()': number('boost') } },
  {
    name: `${SIMILARITY}Field`,
    methods: {
      'long getDocCount()': long('docCount'),
      'long getSumDocFreq()': long('sumDocFreq'),
      'long getSumTotalTermFreq()': long('sumTotalTermFreq'),
    },
  },
  {
    name: `${SIMILARITY}Term`,
    methods: {
      'long getDocFreq()': long('docFreq'),
      'long getTotalTermFreq()': long('totalTermFreq'),
    },
  },
  {
    name: `${SIMILARITY}Doc`,
    methods: { 'int getLength()': number('length'), 'float getFreq()': number('freq') },
  },
  {
    name: 'org.opensearch.analysis.common.AnalysisPredicateScript$Token',
    contexts: ['analysis'],
    methods: {
      'CharSequence getTerm()': (self: HostRecord) => self.texts.get('term') ?? '',
      'String getType()': (self: HostRecord) => self.texts.get('type') ?? 'word',
      'int getPosition()': number('position'),
      'int getPositionIncrement()': number('positionIncrement'),
      'int getPositionLength()': number('positionLength'),
      'int getStartOffset()': number('startOffset'),
      'int getEndOffset()': number('endOffset'),
      'boolean isKeyword()': (self: HostRecord) => self.number('isKeyword') === 1,
    },
  },
  {
    name: 'org.opensearch.script.ScoreScript$ExplanationHolder',
    methods: {
      'void set(String)': (self: ExplanationHolder, text: string) => {
        self.description = text;
      },
    },
  },
  {
    name: INTERVAL,
    methods: {
      'int getStart()': number('start'),
      'int getEnd()': number('end'),
      'int getGaps()': number('gaps'),
    },
  },
];
