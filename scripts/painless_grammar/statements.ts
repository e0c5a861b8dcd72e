/**
 * Forms of elements and entries, arrays, loops, conditions, functions, exceptions and regexes, one
 * per line; `template.ts` explains the letters.
 */
export const STATEMENTS = `def l = $L; return l[$j]
List l = $L; return l[$j]
List l = $L; l[$j] = $a; return l
def m = $M; m.a = $a; return m
Map m = $M; m["b"] = $a; return m
def m = $M; m.k += 1; return m
def m = ["n": $n]; m.n $v $n; return m
List l = [$n, $n]; l[0] $v $n; return l
def l = [$n]; l[0]++; return l
int[] a = new int[3]; a[$j] = $i; return a[$j]
int[] a = new int[] {$i, $i}; a[1] $v $n; return a[1]
def a = new double[] {$d, $d}; return a[$j]
def[] a = new def[] {$a, $a}; return a[0]
long[] a = new long[2]; a[0]++; return a[0] + a[1]
int[][] a = new int[2][2]; a[1][$j] = $i; return a[1][1]
def a = new int[] {1, 2}; return a.length
String[] a = new String[2]; return a[0]
int s = 0; for (int i = 0; i < 5; i++) { s += i * $j } return s
int s = 0; for (int i = 0; i < 10; ++i) { if (i == $j) continue; if (i > 6) break; s += i } return s
int s = 0; for (def x : [1, 2, 3]) { s += x } return s
def s = 0; for (x in $L) { s += x } return s
String s = ""; for (x in $L) { s += x } return s
int i = 0; while (i < 7) { i += 3 } return i
int i = 0; do { i += 2 } while (i < 5); return i
int i = 0; while (true) { i++; if (i > 4) { break } } return i
int i = 0; while (true) { i++; if (i > 4) { return i } }
long s = 0; for (int x : new int[] {$i, $i}) { s += x } return s
for (Map.Entry e : ["a": $n].entrySet()) { return 1 } return 2
String s = ""; for (def e : $M.entrySet()) { s += e.getKey() + "=" + e.getValue() + ";" } return s
String s = ""; for (def e : $M.entrySet()) { s += e.key + e.value } return s
if ($b) { return $a } else { return $a }
if ($b) { return $a } return $a
if ($i $q $i) { return 1 } else if ($b) { return 2 } else { return 3 }
int f(int a) { return a * 2 } return f($i)
int f(int a, int b) { return a + b } return f($n, $n)
def f(def a) { return a } return f($a)
long f(long n) { return n <= 1 ? 1L : n * f(n - 1) } return f($j)
int f(int n) { if (n < 2) { return n } return f(n - 1) + f(n - 2) } return f(12)
String f(String s) { return s + s } return f($s)
void f(List l) { l.add(1) } List x = []; f(x); return x
boolean f(def a) { return a == null } return f(params.n)
try { return $i / $j } catch (ArithmeticException e) { return e.getMessage() }
def z = 0; try { return $i / z } catch (Exception e) { return e.toString() }
try { throw new IllegalArgumentException("x") } catch (IllegalArgumentException e) { return e.message }
try { def x = null; return x.foo() } catch (NullPointerException e) { return "npe" }
try { return Integer.parseInt($s) } catch (NumberFormatException e) { return e.getMessage() }
try { List l = []; return l.get($j) } catch (IndexOutOfBoundsException e) { return e.getMessage() }
throw new RuntimeException($s)
throw new IllegalStateException("bad")
def x = $a; return x instanceof $P
return $a instanceof $P
return $s =~ /a/
return $s ==~ /[a-z]*/
Matcher m = /(\\w)(\\d*)/.matcher($s); return m.find() ? m.group(1) : "none"
return /,/.split($s).length
`;
