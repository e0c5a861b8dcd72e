/**
 * Classes and members that scripts of OpenSearch 2.19 may use and scripts of Skein may not, for
 * docs/PAINLESS.md. `painless_allowlist.ts` reports each of them as missing.
 */
export interface Missing {
  /** Full names of classes, or of members after the name of their class. */
  readonly names: readonly string[];
  readonly reason: string;
}

const text = (...names: string[]): string[] => names.map((name) => `java.text.${name}`);
const util = (...names: string[]): string[] => names.map((name) => `java.util.${name}`);

export const MISSING: readonly Missing[] = [
  {
    names: [
      ...util('Calendar.Builder', 'Calendar.roll', 'Calendar.getDisplayNames'),
      ...util('GregorianCalendar.setGregorianChange', 'SimpleTimeZone', 'TimeZone.setRawOffset'),
      ...text('DateFormat.Field', 'DateFormat.getNumberFormat', 'DateFormat.setNumberFormat'),
      ...text('DateFormatSymbols', 'SimpleDateFormat.getDateFormatSymbols'),
      ...text('SimpleDateFormat.setDateFormatSymbols', 'SimpleDateFormat.applyLocalizedPattern'),
      ...text('SimpleDateFormat.toLocalizedPattern'),
    ],
    reason:
      'these rarer parts of the older date classes are not implemented yet; the other parts, LocalDate, ZonedDateTime and DateTimeFormatter replace them',
  },
  {
    names: [
      ...text('DecimalFormatSymbols', 'MessageFormat.Field'),
      ...text('NumberFormat.Field', 'NumberFormat.getCurrencyInstance', 'NumberFormat.getCurrency'),
      ...text('DecimalFormat.toLocalizedPattern', 'DecimalFormat.isParseBigDecimal'),
      'java.util.Currency',
      'java.time.format.DateTimeFormatter.toFormat',
    ],
    reason: 'not implemented yet; String.format and DecimalFormat with a pattern replace them',
  },
  {
    names: text('Collator', 'RuleBasedCollator', 'CollationKey', 'CollationElementIterator'),
    reason:
      'Node.js compares texts by the rules of a language, but does not show the keys and weights that it compares',
  },
  {
    names: [
      ...text('Bidi', 'BreakIterator', 'Annotation'),
      ...text('AttributedString', 'AttributedCharacterIterator'),
    ],
    reason: 'these classes prepare text for its display; they are not implemented yet',
  },
  {
    names: ['java.lang.Character.getName'],
    reason: 'Node.js does not know the names of characters',
  },
  {
    names: ['java.util.regex.Matcher.hitEnd', 'java.util.regex.Matcher.requireEnd'],
    reason:
      'the engine of regular expressions does not report if more text would have changed a match',
  },
  {
    names: [
      'java.util.Locale.getAvailableLocales',
      ...util('Calendar.getAvailableLocales', 'TimeZone.getAvailableIDs'),
      'java.text.DateFormat.getAvailableLocales',
      'java.time.format.DecimalStyle.getAvailableLocales',
      'java.time.zone.ZoneRulesProvider',
      'java.time.zone.ZoneRules.of with lists of changes',
    ],
    reason: 'Node.js does not list its locales, and accepts no other rules for its time zones',
  },
  {
    names: ['java.util.Formattable', 'org.opensearch.search.lookup.FieldLookup'],
    reason: 'a script never has a value of this class',
  },
];
