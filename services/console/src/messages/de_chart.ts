/** German texts of charts on the search page. */
import type { EN_CHART } from './en_chart.js';

export const DE_CHART: Readonly<Record<keyof typeof EN_CHART, string>> = {
  'chart.open': 'Diagramm',
  'chart.close': 'Diagramm schließen',
  'chart.title': 'Diagramm',
  'chart.request': 'Request des Diagramms',
  'chart.metric': 'Kennzahl',
  'chart.metric.count': 'Anzahl der Dokumente',
  'chart.metric.avg': 'Durchschnitt',
  'chart.metric.sum': 'Summe',
  'chart.metric.min': 'Kleinster Wert',
  'chart.metric.max': 'Größter Wert',
  'chart.metric.cardinality': 'Verschiedene Werte',
  'chart.of': 'Feld',
  'chart.by': 'Gruppieren nach',
  'chart.kind': 'Diagrammtyp',
  'chart.kind.bar': 'Balken',
  'chart.kind.line': 'Linie',
  'chart.label': '{what} nach {by}',
  'chart.value': 'Wert',
  'chart.result': 'Ergebnis',
  'chart.others': 'Dokumente mit anderen Werten: {count}',
};
