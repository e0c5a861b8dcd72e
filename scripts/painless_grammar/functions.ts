/**
 * Forms of lambdas, method references, functions of the script and mixed kinds of numbers, one per
 * line; `template.ts` explains the letters.
 */
export const FUNCTIONS = `int k = $i; return [1, 2, 3].stream().map(x -> x + k).collect(Collectors.toList())
def k = $n; return [1, 2, 3].stream().map(x -> x * k).collect(Collectors.toList())
long k = $l; double z = $d; return [1, 2].stream().map(x -> x * k + z).collect(Collectors.toList())
String s = $s; return ["a", "b"].stream().map(x -> s + x + s).collect(Collectors.joining(","))
List l = $L; return [0, 1].stream().map(i -> l[i]).collect(Collectors.toList())
int[] a = new int[] {$i, $i}; return [0, 1].stream().map(i -> a[i]).collect(Collectors.toList())
def call(Supplier s) { return s.get() } def k = $a; return call(() -> k)
def call(Function f) { return f.apply($a) } return call(x -> x)
def call(Function f) { return f.apply($a) } return call(x -> x + $a)
def call(BiFunction f) { return f.apply($a, $a) } return call((x, y) -> x + y)
def call(BiFunction f) { return f.apply($n, $n) } return call((x, y) -> x * y)
def call(Predicate p) { return p.test($a) } return call(x -> x == $a)
def call(Predicate p) { return p.negate().test($n) } return call(x -> x > $n)
def call(Supplier s) { return s.get() } return call(ArrayList::new)
def call(Function f) { return f.apply($s) } return call(Integer::parseInt)
def call(Function f) { return f.apply($s) } return call(String::length)
def call(Function f) { return f.apply($a) } return call(Object::toString)
def call(BiFunction f) { return f.apply($n, $n) } return call(Math::max)
def call(IntBinaryOperator f) { return f.applyAsInt($i, $i) } return call(Math::max)
def call(IntFunction f) { return f.apply($j).length } return call(int[]::new)
def call(ToIntFunction f) { return f.applyAsInt($s) } return call(x -> x.length())
def call(ToDoubleFunction f) { return f.applyAsDouble($n) } return call(x -> x)
def call(ToLongFunction f) { return f.applyAsLong($n) } return call(x -> x)
def call(DoubleUnaryOperator f) { return f.applyAsDouble($d) } return call(x -> x * 2)
def call(IntUnaryOperator f) { return f.andThen(y -> y * 2).applyAsInt($i) } return call(x -> x + $i)
def call(Comparator c) { List l = [3, 1, 2]; l.sort(c.reversed()); return l } return call((x, y) -> x.compareTo(y))
List l = ["bb", "a", "ccc"]; l.sort(Comparator.comparing(String::length)); return l
List l = ["bb", "a", "ccc"]; l.sort(Comparator.comparingInt(x -> -x.length())); return l
def l = [3, 1, 2]; l.sort((x, y) -> y - x); return l
int f(int x, int y) { return y - x } List l = [3, 1, 2]; l.sort(this::f); return l
def f(def x) { return x * 2 } return [1, 2L, 3.5].stream().map(this::f).collect(Collectors.toList())
def f(def x) { return [x] } def g(def y) { return f(f(y)) } return g($a)
int f(long x) { return (int) x } return f($i)
long f(int x) { return x } return f($c)
double f(double x) { return x / 2 } return f($n)
float f(float x) { return x * 3 } return f($n)
String f(def x) { return "" + x } return f($a)
boolean f(def x, def y) { return x == y } return f($a, $a)
List f(List x) { x.add($a); return x } return f($L)
void f(Map m, def k) { m[k] = $a } Map m = [:]; f(m, $s); return m
int f(int n) { if (n <= 0) { return 0 } return n + f(n - 1) } return f($j)
def f(def n) { return n <= 1 ? n : f(n - 1) + f(n - 2) } return f(10)
def f(def x) { if (x) { return 1 } return "no" } return f($b)
def f(int[] a) { return a.length + a[0] } return f(new int[] {$i})
def f(def x, String y) { return x + y } return f($a, $s)
def x = $n; return x + $n
def x = $n; def y = $n; return x $O y
def x = $n; def y = $n; return x $q y
def x = $n; return x == $n
def x = $n; return Math.max(x, $n)
def x = $n; long y = x; return y
def x = $n; double y = x; return y
def x = $n; float y = x; return y
def x = $n; int y = x; return y
def x = $n; Number y = x; return y.intValue()
def x = $n; return x.intValue() + x.doubleValue()
def x = $n; return x.compareTo($n)
def x = $n; return x.equals($n)
def x = $n; return [1, 2, 3].contains(x)
def x = $n; return (int) x + (long) x
def x = $n; return (byte) x
def x = $n; return (char) x
def x = $n; return (short) x
def x = $n; return (float) x
def x = $n; return "" + (double) x
def x = $a; return (String) x
def x = $a; return (List) x
def x = $a; return (Number) x
def x = $a; return (Integer) x
def x = $a; return (Long) x
def x = $a; return (Double) x
def x = $a; Long y = x; return y
def x = $a; Double y = x; return y
def x = $a; Character y = x; return y
Integer x = params.i; return x + $n
Long x = 5L; return x $O $n
Integer x = params.i; x += $n; return x
Integer x = params.i; x++; return x
Double x = params.d; return -x
Object x = params.i; return x + $n
Object x = $s; return x + $a
Number x = params.d; return x.longValue()
char x = $c; x++; return x
char x = $c; x += $i; return x
char x = $c; return x + 1
char x = $c; return (char) (x * $i)
char x = $c; char y = $c; return x + y
char x = $c; return "" + x + 1
char x = $c; return x $q $n
char x = 'a'; return x
char x = "b"; return x + $i
char[] a = new char[] {(char) 'a', (char) 98}; return a[0] + a[1]
byte x = (byte) $i; x += $i; return x
byte x = (byte) $i; return x << 3
byte x = (byte) $i; x++; return x
short x = (short) $i; x *= $i; return x
short x = (short) $i; return x >>> 2
int x = 2147483647; x += $n; return x
int x = -2147483648; return -x
int x = -2147483648; return Math.abs(x)
int x = -2147483648; return x / -1
long x = -9223372036854775808L; return x / -1
long x = 9223372036854775807L; x++; return x
long x = $l; x <<= $i; return x
int x = $i; x >>>= $l; return x
int x = $i; x *= $d; return x
long x = $l; x /= $f; return x
def x = $n; x <<= $i; return x
def x = $n; x >>= $l; return x
def x = $n; x += $a; return x
def x = $a; x += $s; return x
def x = $a; x += $a; return x
def x = $b; x &= $b; return x
def x = $b; x |= $b; x ^= $b; return x
String x = $s; x += $n; x += $c; return x
String x = null; x += $a; return x
def x = $s; x += 1; x += 2L; x += (char) 65; return x
Map m = ["a": $n]; m.a += $n; m.a++; return m
Map m = ["a": $s]; m["a"] += $a; return m
def m = ["a": $a]; m["a"] += $a; return m
List l = [$n]; l[0] += $n; l[0]--; return l
def l = [$a]; l[0] += $a; return l
int[] a = new int[] {$i}; a[0] += $n; a[0]++; return a[0]
double[] a = new double[] {$d}; a[0] /= $n; return a[0]
def a = new long[] {$l}; a[0] += $n; return a[0]
def a = new byte[] {(byte) 3}; a[0] += $i; return a[0]
char[] a = new char[] {(char) 65}; a[0] += 1; a[0]++; return a[0]
String[] a = new String[] {$s}; a[0] += $a; return a[0]
`;
