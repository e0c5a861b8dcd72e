/** What contexts hand to scripts: doc values, geo points, similarity statistics, intervals. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JArray } from '../runtime/container_types.js';
import { arcDistance, planeDistance } from '../runtime/geo_distance.js';
import type { DocValues, ExplanationHolder, GeoPoint, HostRecord } from '../runtime/host.js';

const D = 'org.opensearch.index.fielddata.ScriptDocValues$';
const point = (self: DocValues): GeoPoint => self.first() as GeoPoint;

function values(
  kind: string,
  type: string,
  more: Readonly<Record<string, Implementation>> = {},
  read: (self: DocValues, at: number) => unknown = (self, at) => self.at(at),
): ClassTable {
  return {
    name: `${D}${kind}`,
    imported: false,
    supers: ['java.util.List'],
    methods: {
      [`${type} get(int)`]: read,
      [`${type} getValue()`]: (self: DocValues) => read(self, 0),
      ...more,
    },
  };
}

const primitive = (self: DocValues, at: number): unknown => {
  const value = self.at(at);
  return value !== null && typeof value === 'object' && 'value' in value
    ? (value as { value: number }).value
    : value;
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
  'double getLat()': (self: DocValues) => point(self).lat,
  'double getLon()': (self: DocValues) => point(self).lon,
  'double[] getLats()': (self: DocValues) =>
    new JArray(
      'double',
      self.items.map((one) => (one as GeoPoint).lat),
    ),
  'double[] getLons()': (self: DocValues) =>
    new JArray(
      'double',
      self.items.map((one) => (one as GeoPoint).lon),
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
  values('Longs', 'long', {}, primitive),
  values('UnsignedLongs', 'def'),
  values('Doubles', 'double', {}, primitive),
  values('Strings', 'String'),
  values('BytesRefs', 'def'),
  values('Booleans', 'boolean', {}, primitive),
  values('Dates', 'def'),
  values('GeoPoints', 'def', GEO),
  {
    ...values('Ip', 'String'),
    name: 'org.opensearch.index.mapper.IpFieldMapper$IpFieldType$IpScriptDocValues',
  },
  {
    name: 'org.opensearch.common.geo.GeoPoint',
    imported: false,
    methods: {
      'double getLat()': (self: GeoPoint) => self.lat,
      'double getLon()': (self: GeoPoint) => self.lon,
    },
  },
  { name: `${SIMILARITY}Query`, imported: false, methods: { 'float getBoost()': number('boost') } },
  {
    name: `${SIMILARITY}Field`,
    imported: false,
    methods: {
      'long getDocCount()': long('docCount'),
      'long getSumDocFreq()': long('sumDocFreq'),
      'long getSumTotalTermFreq()': long('sumTotalTermFreq'),
    },
  },
  {
    name: `${SIMILARITY}Term`,
    imported: false,
    methods: {
      'long getDocFreq()': long('docFreq'),
      'long getTotalTermFreq()': long('totalTermFreq'),
    },
  },
  {
    name: `${SIMILARITY}Doc`,
    imported: false,
    methods: { 'int getLength()': number('length'), 'float getFreq()': number('freq') },
  },
  {
    name: 'org.opensearch.analysis.common.AnalysisPredicateScript$Token',
    imported: false,
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
    imported: false,
    methods: {
      'void set(String)': (self: ExplanationHolder, text: string) => {
        self.description = text;
      },
    },
  },
  {
    name: INTERVAL,
    imported: false,
    methods: {
      'int getStart()': number('start'),
      'int getEnd()': number('end'),
      'int getGaps()': number('gaps'),
    },
  },
];
