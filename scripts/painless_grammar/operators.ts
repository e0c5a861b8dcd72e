/** Forms of operators, casts and assignments, one per line; `template.ts` explains the letters. */
export const OPERATORS = `return $n $o $n
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
`;
