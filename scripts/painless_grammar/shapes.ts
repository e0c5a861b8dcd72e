/**
 * Larger forms of loops, arrays, `try`, null safety, patterns and dates, one per line;
 * `template.ts` explains the letters.
 */
export const SHAPES = `return $b ? $i : $l
return $b ? $i : $d
return $b ? $s : $n
return $b ? null : $a
return $b ? $c : $i
return $b ? $i : $c
long x = $b ? $i : $l; return x
double x = $b ? $f : $i; return x
def x = $b ? $i : $s; return x
String x = $b ? $s : null; return x
int x = $b ? $x : $i; return x
return $b ? $b ? 1 : 2 : 3
def x = $b ? $x : $x; return x + 1
for (Map.Entry e : $M.entrySet()) { return e.getKey() + "=" + e.getValue() } return "none"
Map m = $M; List l = []; for (def k : m.keySet()) { l.add(k + "" + m[k]) } return l
Map m = $M; def t = ""; for (v in m.values()) { t += v } return t
List l = []; for (Iterator it = $L.iterator(); it.hasNext();) { l.add(0, it.next()) } return l
Iterator it = $M.keySet().iterator(); def c = 0; while (it.hasNext()) { it.next(); c++ } return c
ListIterator it = [1, 2, 3].listIterator(); while (it.hasNext()) { int x = (int) it.next(); if (x == 2) { it.remove() } } return it.previousIndex()
Iterator it = [1, 2].iterator(); it.forEachRemaining(x -> params.l.add(x)); return params.l
def s = 0; for (x in $a) { s++ } return s
def s = 0; for (int x : [1, 2, 3]) { s += x * $n } return s
long s = 0; for (long x : new int[] {1, 2}) { s += x } return s
def s = ""; for (String x : ["a", "b"]) { s += x } return s
def s = ""; for (char c : $s.toCharArray()) { s += (int) c + "," } return s
int s = 0; for (int i = 0, j = 10; i < j; i++, j--) { s += j } return s
int s = 0; for (int i = 0, j = 10; i < j; i++) { j--; s += j - i } return s
int s = 0; for (int i = 0; i < 4; i++) { for (int j = 0; j < 4; j++) { if (j == i) { continue } if (j > 2) { break } s += i * j } } return s
int i = 0; for (;;) { if (i++ > $j) { break } } return i
int i = 5; do { i--; if (i == $j) { return "found" } } while (i > 0); return i
int[][] a = new int[2][3]; a[1][2] = $i; return a[1][2] + a[0].length
def a = new int[2][2]; a[0][$j] = $i; return a[0]
int[][] a = new int[][] {new int[] {1, 2}, new int[] {3}}; return a[1][$j]
def[][] a = new def[1][]; return a[0]
int[][][] a = new int[2][2][2]; return a[1][1][1] + a.length
String[][] a = new String[1][1]; a[0][0] = $s; return a[0][0]
def a = new def[] {1, "b", [2]}; return a[$j]
def a = new int[] {1, 2, 3}; return a[-1] + a[-3]
List l = [1, 2, 3]; return l[-1]
def l = [1, 2, 3]; l[-2] = $a; return l
int[] a = new int[$j]; return a.length
long[] a = new long[] {$i, $l}; return a[0]
double[] a = new double[] {$i, $f, $d}; return a[0] + a[1]
byte[] a = new byte[] {1, (byte) $i}; return a[1]
Integer[] a = new Integer[2]; return a[0]
List[] a = new List[] {$L, $L}; return a[1]
def a = [[1, [2, 3]], ["k": [4]]]; return a[0][1][0] + a[1].k[0]
def m = ["a": ["b": ["c": $a]]]; return m.a.b.c
def m = ["a": ["b": ["c": [1, 2, $n]]]]; return m.a.b.c[2] + 1
def m = ["a": ["b": $a]]; m.a.b = $a; m.a.z = 1; return m
Map m = ["a": [1, 2]]; m.a.0 = $a; return m.a.0
Map m = [$n: $a, $s: $a]; return m
return [$a: 1, $a: 2].size()
return [[$a, $a], [:], [], ["x": []]]
int a = 1, b, c = 3; b = a + c; return a = b = c
int a = 1; int b = a++ + a-- - --a; return b + a
int a = 5; a = a++ + ++a; return a
def x, y = 2; x = y = $a; return x
try { try { throw new IllegalStateException($s) } catch (IllegalArgumentException e) { return 1 } } catch (IllegalStateException e) { return e.getMessage() }
try { return $i / ($i - $i) } catch (ArithmeticException e) { try { return Integer.parseInt($s) } catch (NumberFormatException f) { return e.getMessage() + f.getMessage() } }
try { throw new RuntimeException("a") } catch (IllegalStateException e) { return 1 } catch (RuntimeException e) { return 2 } catch (Exception e) { return 3 }
try { def x = $a; return x.length() } catch (IllegalArgumentException e) { return e.getMessage() } catch (Exception e) { return e.toString() }
try { int[] a = new int[$j]; return a[1] } catch (ArrayIndexOutOfBoundsException e) { return e.getMessage() } catch (NegativeArraySizeException e) { return e.getMessage() }
int f() { try { return 1 } catch (Exception e) { return 2 } } return f()
def l = []; for (x in [0, 1, 2]) { try { l.add(6 / x) } catch (ArithmeticException e) { l.add(e.message) } } return l
try { String s = (String) (def) $a; return s } catch (ClassCastException e) { return "cce" }
try { throw new IllegalArgumentException($s) } catch (Exception e) { throw new RuntimeException(e.getMessage() + "!") }
throw new UnsupportedOperationException("x" + $a)
def x = $a; return x instanceof List || x instanceof Map || x instanceof Integer
def x = $a; return x instanceof Number ? x.intValue() : -1
def x = $a; return x instanceof String && x.length() > 2
List x = $L; return x instanceof Collection && x instanceof ArrayList
def x = new int[0]; return x instanceof int[]
def x = $a; return x instanceof def
def m = $M; return m?.a?.length()
def m = $M; return m?.zz?.a?.b
def m = params.n; return m?.a?.b ?: $a
Map m = $M; return m?.get("a") ?: "none"
String s = params.n; return s?.length() ?: -1
String s = params.n; return s?.toUpperCase()
List l = params.n; return l?.size() == null
def x = params.n; return (x ?: params.s) + (params.n ?: "z")
def x = params.n ?: params.n ?: $a; return x
return params?.m?.a + params.m?.b
def x = params.n; int y = x?.size() ?: 5; return y
def l = $L; return l?.get(0)
Matcher m = /(?<first>\\w)(?<rest>.*)/.matcher($s); return m.matches() ? m.namedGroup("rest") + m.namedGroup("first") : "no"
Matcher m = /(a)|(b)/.matcher("cab"); def r = ""; while (m.find()) { r += m.start() + ":" + m.group(1) + m.group(2) + ";" } return r
return /[aeiou]+/.matcher($s).replaceAll("<$0>")
return /(\\w+) (\\w+)/.matcher("hello big world").replaceFirst("$2 $1")
return $s.replaceAll(/[a-z]/, m -> m.group().toUpperCase() + m.start())
return $s.replaceFirst(/\\w/, m -> "_")
return /\\s*,\\s*/.split("a , b,c ,d").length
return /^a.*b$/m.matcher("x\\nab").find()
return /HELLO/i.matcher($s).find()
return $s =~ /^[A-Za-z ]+$/ ? 1 : 2
return $s ==~ /\\w*/ && !($s =~ /\\d/)
return /(\\d+)-(\\d+)/.matcher("10-20").matches()
Pattern p = /a(.)c/; return p.pattern() + p.matcher("abc").groupCount()
return /,/.splitAsStream("a,b,c").map(x -> x + x).collect(Collectors.toList())
return /x/.asPredicate().test($s)
ZonedDateTime d = ZonedDateTime.parse("2020-02-29T10:15:30.5Z"); return d.plusYears($j).plusMonths($j)
ZonedDateTime d = ZonedDateTime.parse("2021-10-31T00:30:00+02:00[Europe/Paris]"); return d.plusHours($j).toString()
return LocalDate.of(2020, 1, 31).plusMonths($j).with(TemporalAdjusters.lastDayOfMonth())
return ChronoUnit.DAYS.between(LocalDate.of(2020, 1, 1), LocalDate.of(2021, 3, $j))
return Duration.ofSeconds($i).plusMillis($i).toString()
return Period.between(LocalDate.of(2019, 2, 28), LocalDate.of(2020, 2, 29).plusDays($j)).toString()
return Instant.ofEpochMilli($i).atZone(ZoneId.of("America/New_York")).getDayOfWeek()
return Instant.ofEpochSecond($i, $i).toString()
return LocalDateTime.of(2020, 12, 31, 23, 59, 59).plusSeconds($j).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
return ZonedDateTime.parse("2020-02-29T10:15:30Z").format(DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss XXX"))
return DateTimeFormatter.ofPattern("yyyy/MM/dd").parse("2020/0$j/10").get(ChronoField.MONTH_OF_YEAR)
return ZonedDateTime.parse("2020-02-29T10:15:30Z").truncatedTo(ChronoUnit.HOURS).toInstant().toEpochMilli() + $l
return LocalTime.parse("10:15").minusHours($j).toSecondOfDay()
return Year.of(2000 + $j).isLeap()
return OffsetDateTime.parse("2020-01-01T00:00:00+01:00").toEpochSecond()
return ZonedDateTime.parse("2020-06-01T00:00:00Z").get(ChronoField.ALIGNED_WEEK_OF_YEAR)
return LocalDate.parse($s)
return new SimpleDateFormat("yyyy").getClass()
StringBuilder b = new StringBuilder(); for (x in $L) { b.append(x).append(',') } return b.toString()
StringBuilder b = new StringBuilder($s); return b.insert(0, $a).indexOf("a")
String s = $s; s += $a + $n; s += "" + $c; return s
return $a + "" + $a + $n + $c
return 1 + 2 + "x" + 1 + 2
return "x" + (1 + 2) + null + true
return "a" + 1.0 + 1.0f + 1L + (byte) 1 + (char) 66
return $s + new int[0].length + [1].size()
return ("" + $n).length()
return String.join("-", ["a", "b", $s])
return String.format("%s|%5d|%.2f", new def[] {$s, $i, $d})
BigDecimal x = new BigDecimal("1.50"); return x.add(BigDecimal.valueOf($l)).setScale(1, RoundingMode.HALF_UP)
BigInteger x = BigInteger.valueOf($l); return x.multiply(x).mod(BigInteger.valueOf(97))
return Long.toString($l, 36) + Integer.toString($i, 7)
return Integer.compare($i, $i) + Long.compare($l, $l) + Double.compare($d, $d)
return Collections.unmodifiableList([1]).add(2)
return $L.stream().map(x -> x instanceof Integer ? x + 1 : x).collect(Collectors.toList())
return $L.stream().sorted((a, b) -> ("" + a).compareTo("" + b)).collect(Collectors.toList())
return $L.stream().collect(Collectors.toMap(x -> "" + x, x -> x))
return $L.stream().skip($j).limit(2).collect(Collectors.toList())
return [[1, 2], [3]].stream().flatMap(x -> x.stream()).mapToInt(x -> x).sum()
return [1, 2, 3, 4].stream().collect(Collectors.groupingBy(x -> x % 2, TreeMap::new, Collectors.counting()))
return [1, 2, 3].stream().collect(Collectors.averagingInt(x -> x)) + [1.5].stream().mapToDouble(x -> x).max().getAsDouble()
return Stream.of(new def[] {1, 2, 3}).reduce(0, (a, b) -> a + b)
return [1, 2, 3].stream().anyMatch(x -> x > $n)
return $M.entrySet().stream().map(e -> e.key).sorted().collect(Collectors.toList())
Map m = new TreeMap(Comparator.reverseOrder()); m.putAll(["a": 1, "b": 2]); return m
Map m = [:]; for (x in ["a", "b", "a"]) { m[x] = m.getOrDefault(x, 0) + 1 } return m
Map m = [:]; m.compute("a", (k, v) -> v == null ? 1 : v + 1); m.computeIfPresent("a", (k, v) -> v * 5); return m
Map m = $M; m.replaceAll((k, v) -> k + v); return m
Map m = $M; m.forEach((k, v) -> params.l.add(k)); return params.l.size()
Map m = $M; m.entrySet().removeIf(e -> e.key == "a"); return m
List l = $L; l.replaceAll(x -> [x]); return l
Deque d = new ArrayDeque([1, 2]); d.push($a); return d.pollLast()
PriorityQueue q = new PriorityQueue([3, 1, 2]); return q.poll() + q.peek()
return new LinkedList($L).getClass()
def f = params.l; f.add(f.size()); return f.hashCode()
return params.m.a + params.l[$j] + params.d
return params['i'] + params["s"] + params.get("t")
`;
