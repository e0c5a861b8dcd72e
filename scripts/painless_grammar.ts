/** Programs for the differential run: forms of statements and expressions, and a call of every method of the allow-list. */
import { CLASSES } from '@skein/script';

export interface Form {
  readonly name: string;
  readonly make: (generator: Generator) => string;
}

type Kind =
  | 'int'
  | 'long'
  | 'double'
  | 'float'
  | 'String'
  | 'boolean'
  | 'def'
  | 'List'
  | 'Map'
  | 'char'
  | 'byte'
  | 'short';

const INTS = [
  '0',
  '1',
  '2',
  '3',
  '7',
  '-1',
  '-5',
  '10',
  '31',
  '100',
  '255',
  '2147483647',
  '-2147483648',
  '65536',
  'params.i',
];
const LONGS = [
  '0L',
  '1L',
  '2L',
  '-3L',
  '40L',
  '9223372036854775807L',
  '-9223372036854775808L',
  '4294967296L',
  '1000000007L',
];
const DOUBLES = [
  '0.0',
  '1.0',
  '-1.5',
  '2.5',
  '0.1',
  '1e10',
  '1e-5',
  '1e300',
  '123456.789',
  '3.999',
  'params.d',
];
const FLOATS = ['0.0f', '1.5f', '-2.25f', '0.1f', '1e10f', '3.4e38f'];
const STRINGS = [
  '"abc"',
  "'Hello World'",
  '""',
  '"a,b,,c"',
  '"42"',
  '"3.5"',
  '"é"',
  '" x "',
  '"aXbXc"',
  'params.s',
];
const CHARS = ["(char)'a'", '(char)65', "(char)'9'", '(char)32'];
const BYTES = ['(byte)5', '(byte)200', '(byte)-1'];
const SHORTS = ['(short)5', '(short)70000', '(short)-1'];

/** A seeded choice of everything. */
export class Generator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 4294967296) * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.next(items.length)] as T;
  }

  program(form: Form): { source: string; form: string } {
    return { source: form.make(this), form: form.name };
  }

  numeric(depth = 2): string {
    return this.of(
      this.pick<Kind>(['int', 'int', 'long', 'double', 'float', 'char', 'byte', 'short', 'def']),
      depth,
    );
  }

  any(depth = 2): string {
    return this.of(
      this.pick<Kind>(['int', 'long', 'double', 'String', 'boolean', 'def', 'List', 'Map']),
      depth,
    );
  }

  of(kind: Kind, depth = 2): string {
    if (depth > 0 && this.next(3) === 0) return this.#compound(kind, depth - 1);
    switch (kind) {
      case 'int':
        return this.pick(INTS);
      case 'long':
        return this.pick(LONGS);
      case 'double':
        return this.pick(DOUBLES);
      case 'float':
        return this.pick(FLOATS);
      case 'String':
        return this.pick(STRINGS);
      case 'char':
        return this.pick(CHARS);
      case 'byte':
        return this.pick(BYTES);
      case 'short':
        return this.pick(SHORTS);
      case 'boolean':
        return this.pick(['true', 'false', 'params.t']);
      case 'def':
        return this.pick([
          `(def)${this.pick(INTS)}`,
          `(def)${this.pick(LONGS)}`,
          `(def)${this.pick(DOUBLES)}`,
          '(def)"x"',
          'params.i',
          'params.d',
          'params.s',
          '(def)(char)66',
        ]);
      case 'List':
        return this.pick([
          '[1, 2, 3]',
          '[]',
          '["b", "a", "c"]',
          '[1.5, 2L, 3]',
          'params.l',
          '[3, 1, 2]',
          '["x"]',
          '[[1], [2, 3]]',
        ]);
      case 'Map':
        return this.pick([
          '["a": 1, "b": 2]',
          '[:]',
          '["k": "v"]',
          'params.m',
          '["z": [1], "y": ["q": 2.5]]',
          '["one": 1, "two": 2, "three": 3]',
        ]);
    }
  }

  #compound(kind: Kind, depth: number): string {
    switch (kind) {
      case 'int':
      case 'long':
      case 'double':
      case 'float':
        return `(${this.of(kind, depth)} ${this.pick(['+', '-', '*', '/', '%'])} ${this.of(this.pick<Kind>([kind, 'int']), depth)})`;
      case 'String':
        return this.pick([
          `(${this.of('String', depth)} + ${this.any(depth)})`,
          `${this.of('String', 0)}.toUpperCase()`,
          `(${this.of('String', 0)}.length() + "")`,
        ]);
      case 'boolean':
        return this.pick([
          `(${this.numeric(depth)} ${this.pick(['<', '<=', '>', '>=', '==', '!='])} ${this.numeric(depth)})`,
          `!${this.of('boolean', 0)}`,
          `(${this.of('boolean', 0)} ${this.pick(['&&', '||', '^'])} ${this.of('boolean', 0)})`,
        ]);
      case 'def':
        return `(${this.of('def', depth)} ${this.pick(['+', '-', '*', '/', '%', '<<', '&'])} ${this.numeric(depth)})`;
      case 'List':
        return `[${this.any(depth)}, ${this.any(depth)}]`;
      case 'Map':
        return `["p": ${this.any(depth)}, "q": ${this.any(depth)}]`;
      default:
        return this.of(kind, 0);
    }
  }
}

/** `$i`, `$n` … stand for generated expressions. */
function template(text: string): Form {
  const make = (g: Generator): string =>
    text.replace(/\$([a-zA-Z])/g, (_, letter: string) => {
      switch (letter) {
        case 'i':
          return g.of('int');
        case 'j':
          return g.pick(['0', '1', '2', '3', '5', '-1']);
        case 'l':
          return g.of('long');
        case 'd':
          return g.of('double');
        case 'f':
          return g.of('float');
        case 'n':
          return g.numeric();
        case 's':
          return g.of('String');
        case 'b':
          return g.of('boolean');
        case 'c':
          return g.of('char');
        case 'x':
          return g.of('def');
        case 'a':
          return g.any();
        case 'L':
          return g.of('List');
        case 'M':
          return g.of('Map');
        case 'o':
          return g.pick(['+', '-', '*', '/', '%']);
        case 'O':
          return g.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>']);
        case 'q':
          return g.pick(['<', '<=', '>', '>=', '==', '!=']);
        case 'T':
          return g.pick(['byte', 'short', 'char', 'int', 'long', 'float', 'double']);
        case 'P':
          return g.pick([
            'int',
            'long',
            'double',
            'float',
            'String',
            'boolean',
            'List',
            'Map',
            'def',
            'Integer',
            'Object',
            'Number',
          ]);
        case 'v':
          return g.pick(['+=', '-=', '*=', '/=', '%=']);
        case 'V':
          return g.pick(['&=', '|=', '^=', '<<=', '>>=', '>>>=']);
        default:
          return letter;
      }
    });
  return { name: text, make };
}

const TEMPLATES = `return $n $o $n
return $n $O $n
return $x $O $x
return $x $o $n
return $n $q $n
return $x $q $x
return $a == $a
return $a != $a
return $a + $a
return $s + $a
return ($T) $n
return ($T) ($n $o $n)
def x = $n; $T y = ($T) x; return y
def x = $a; $P y = x; return y
def x = $a; return ($P) x
$P x = $a; return x
int x = $i; x $v $n; return x
long x = $l; x $v $n; return x
double x = $d; x $v $n; return x
float x = $f; x $v $n; return x
byte x = (byte) $i; x $v $n; return x
short x = (short) $i; x $v $n; return x
char x = $c; x $v $n; return x
int x = $i; x $V $i; return x
long x = $l; x $V $i; return x
def x = $n; x $v $n; return x
def x = $n; x $V $i; return x
String x = $s; x += $a; return x
int x = $i; return x++ + ++x
long x = $l; return x-- - --x
double x = $d; x++; return x
def x = $n; x++; return x
def x = $n; return -x
def x = $n; return ~x
return ~$i
return -$l
return !$b
return +$n
return $b ? $a : $a
return $b ? $n : $n
int x = $b ? $i : $i; return x
return $b && $b || $b
return $b ^ $b
def a = $b; return a & $b
return params.n ?: $s
return params.s ?: $a
def x = $M; return x?.a
def x = $M; return x?.zz?.y
return $M.size()
return $M.toString()
return $L.toString()
return $L.size()
def l = $L; return l[$j]
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
return $L.stream().map(x -> x + 1).collect(Collectors.toList())
return $L.stream().map(x -> "" + x).collect(Collectors.joining("-"))
return $L.stream().filter(x -> x != null).count()
return [3, 1, 2].stream().sorted().collect(Collectors.toList())
return [3, 1, 2].stream().sorted(Comparator.reverseOrder()).collect(Collectors.toList())
return [5, 3, 8].stream().mapToInt(x -> x).sum()
return [5, 3, 8].stream().mapToDouble(x -> (double) x).average().getAsDouble()
return [5, 3, 8].stream().max(Integer::compare).get()
return [5, 3, 8].stream().reduce((a, b) -> a + b).get()
return IntStream.range(0, 5).mapToObj(i -> i * $j).collect(Collectors.toList())
return IntStream.rangeClosed(1, 5).filter(i -> i % 2 == 0).sum()
return ["a", "bb", "cc"].stream().collect(Collectors.groupingBy(x -> x.length()))
return ["a", "bb"].stream().collect(Collectors.toMap(x -> x, x -> x.length()))
return [1, 2, 3, 4].stream().collect(Collectors.partitioningBy(x -> x > 2))
return ["b", "a"].stream().map(String::toUpperCase).collect(Collectors.toList())
return [1, 2].stream().map(Object::toString).collect(Collectors.joining(","))
def l = $L; l.sort((a, b) -> b <=> a); return l
List l = [3, 1, 2]; l.sort((a, b) -> b - a); return l
List l = [3, 1, 2]; l.sort(null); return l
List l = ["b", "a"]; Collections.sort(l); return l
List l = [1, 2, 3]; l.removeIf(x -> x == 2); return l
List l = $L; l.add($a); return l
def l = $L; l.add(0, $a); return l
List l = [1, 2, 3]; l.remove($j); return l
def l = [1, 2, 3]; l.remove($j); return l
List l = $L; return l.contains($a)
List l = $L; return l.indexOf($a)
return $L.equals($L)
return $L.hashCode()
return $M.hashCode()
return $s.hashCode()
def x = $n; return x.hashCode()
return [1, 2, 3].sum()
return [1, 2, 3].join("-")
return [1, 2, 3].each(x -> x + 1)
return [1, 2, 3].collect(x -> x * 2)
return [1, 2, 3].find(x -> x > 1)
return [1, 2, 3].findAll(x -> x > 1)
return [1, 2, 3].any(x -> x > 2)
return [1, 2, 3].every(x -> x > 2)
return [1, 2, 3].groupBy(x -> x % 2)
return [1, 2, 3].split(x -> x > 1)
return ["a": 1, "b": 2].collect((k, v) -> k + v)
return ["a": 1, "b": 2].findAll((k, v) -> v > 1)
return ["a": 1, "b": 2].every((k, v) -> v > 0)
return ["a": 1].count((k, v) -> v > 0)
Map m = $M; m.put($s, $a); return m
Map m = $M; return m.get("a")
Map m = $M; return m.getOrDefault("zz", $a)
Map m = $M; return m.containsKey("a")
Map m = $M; m.remove("a"); return m
Map m = $M; return m.keySet()
Map m = $M; return m.values()
Map m = [:]; m.computeIfAbsent("k", k -> []).add($a); return m
Map m = ["a": 1]; m.merge("a", 5, (x, y) -> x + y); return m
Map m = new TreeMap(); m.put("b", 1); m.put("a", $n); return m
Map m = new LinkedHashMap(); m.put("b", 1); m.put("a", $a); return m
Map m = new HashMap(); for (int i = 0; i < 20; i++) { m.put("key" + i * $j, i) } return m
Set s = new HashSet(); for (int i = 0; i < 15; i++) { s.add(i * 37 % 101) } return s
Set s = new HashSet($L); return s
Set s = new TreeSet(); s.add("b"); s.add("a"); return s
Map m = [:]; m[$n] = 1; m[$n] = 2; return m
StringBuilder b = new StringBuilder(); b.append($a).append($n); return b.toString()
StringBuilder b = new StringBuilder("hello"); b.insert($j, "x"); return b
StringBuilder b = new StringBuilder("hello"); b.deleteCharAt($j); return b
StringBuilder b = new StringBuilder("hello"); b.reverse(); b.setLength($j); return b
return String.valueOf($a)
return $s.substring($j)
return $s.substring($j, $j)
return $s.charAt($j)
return $s.splitOnToken(",").length
return $s.encodeBase64()
return $s.replace("a", "bb")
return $s.replaceAll(/[a-c]/, m -> m.group().toUpperCase())
return $s.toCharArray().length
return $s.compareTo($s)
def s = $s; return s.length()
def s = $s; return s.nope()
def x = $n; return x.intValue()
def x = $n; return x.doubleValue()
return Math.max($n, $n)
return Math.floor($d) + Math.ceil($d)
return Math.round($d)
return Math.sqrt($n)
return Math.abs($n)
return Math.signum($d)
return Integer.toString($i)
return Integer.toHexString($i)
return Long.toBinaryString($l)
return Long.parseLong($s)
return Double.parseDouble($s)
return Double.toString($d)
return Float.toString($f)
return Integer.MAX_VALUE + $i
return Long.MIN_VALUE - $l
return Character.isDigit($c)
return (char) ($c + 1)
return $c + $c
return $s + $c
return $c == 97
return Objects.equals($a, $a)
return Objects.hash($a, $a)
return Optional.ofNullable(params.n).orElse($a)
return new Random($l).nextInt(100)
return new Random($l).nextDouble()
return UUID.fromString("00112233-4455-6677-8899-aabbccddeeff").toString()
return nope
nope()
$s.nope()
Foo x = 1
int x = 1; int x = 2
return 1; return 2
$n; return 1
int x; return x
String s; return s
def x; return x
for (int i = 0; i < 2000000; i++) { int y = i }
while (true) { int y = 1 }
int x = $i; int g = x > 3 ? x : -x; return g
def f = [1, 2]; def g = f; g.add($a); return f
return 1 <= 2 && 3.0 > $n
return null == params.n
return params.l[0] + params.m.a
return params.zz
return params.s.length() + params.i
return params.containsKey("i")
return new ArrayList($L)
return new ArrayList().isEmpty()
Iterator it = [1, 2].iterator(); it.next(); return it.next()
Iterator it = [1].iterator(); it.next(); return it.next()
List l = [1, 2, 3]; for (def x : l) { if (x == 1) { l.add(9) } } return l
return Collections.max([1, 5, 3]) + Collections.min([4, 2])
return Collections.emptyList()
Collections.emptyList().add(1)
return [1, 2, 3].subList(1, $j)
return [1, 2] == [1, 2]
return [1, 2L] == [1L, 2]
def x = 1; def y = 1L; return x.equals(y)
def x = 5; x = "now text"; return x
final int x = 1
return 1 +
return (1
int if = 1
return "unterminated
return 08
return 1e
return 'a' + "b" + 'c'
return "q\\"q" + 'a\\'b'
return 0x1F + 017 + 0xFFFFFFFF
return 1.0e3 + 1f + 1d + 1L
return 5 / 0
return 5.0 / 0
return 5 % 0
return 5L / 0L
int z = 0; return 5 / z
long z = 0; return 5 % z
/* comment */ return 1 // end
;return 1
{ return 1 }
return -2147483648
return --5
return - -5
return 2147483648
return 9223372036854775808L
return true == false
return "a" < "b"
return [1] + [2]
return true + "x"
return null + "x"
return 1 + null
return null == null
`
  .split('\n')
  .filter((line) => line !== '');

const ARGUMENT: Readonly<Record<string, Kind>> = {
  int: 'int',
  long: 'long',
  double: 'double',
  float: 'float',
  byte: 'byte',
  short: 'short',
  char: 'char',
  boolean: 'boolean',
  'java.lang.String': 'String',
  'java.lang.CharSequence': 'String',
  def: 'def',
  'java.lang.Object': 'List',
  'java.util.List': 'List',
  'java.util.Collection': 'List',
  'java.util.Map': 'Map',
  'java.lang.Iterable': 'List',
};

const RECEIVER: Readonly<Record<string, Kind>> = {
  'java.lang.String': 'String',
  'java.util.ArrayList': 'List',
  'java.util.HashMap': 'Map',
};

/** Not to be called: their work is as large as the number says, or they are of the host. */
const SKIPPED =
  /nCopies|Random|Debug|StringBuilder|setLength|random|nanoTime|currentTimeMillis|shuffle|getAvailableZoneIds/;

/** Every static method, and every method of text, lists and maps, whose arguments can be made up. */
function methodForms(): Form[] {
  const forms: Form[] = [];
  for (const one of CLASSES.all()) {
    if (SKIPPED.test(one.name)) continue;
    const written = one.name.split('.').at(-1)?.replaceAll('$', '.') ?? '';
    const receiver = Object.hasOwn(RECEIVER, one.name) ? RECEIVER[one.name] : undefined;
    for (const method of [
      ...one.statics.values(),
      ...(receiver === undefined ? [] : one.methods.values()),
    ]) {
      const kinds = method.parameters.map((type) =>
        Object.hasOwn(ARGUMENT, type) ? ARGUMENT[type] : undefined,
      );
      if (kinds.includes(undefined) || SKIPPED.test(method.name)) continue;
      const isStatic = one.statics.get(`${method.name}/${kinds.length}`) === method;
      const make = (g: Generator): string => {
        const args = kinds.map((kind) => g.of(kind as Kind, 1)).join(', ');
        if (isStatic) return `return ${written}.${method.name}(${args})`;
        return `def it = ${g.of(receiver as Kind, 0)}; ${method.returns === 'void' ? '' : 'def r = '}it.${method.name}(${args}); return ${method.returns === 'void' ? 'it' : 'r + " " + it'}`;
      };
      forms.push({ name: `${written}.${method.name}/${kinds.length}`, make });
    }
  }
  return forms;
}

export const FORMS: readonly Form[] = [...TEMPLATES.map(template), ...methodForms()];
