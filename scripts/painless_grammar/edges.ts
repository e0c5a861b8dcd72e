/** Forms that are no program, or hardly one, one per line; `template.ts` explains the letters. */
export const EDGES = `return nope
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
`;
