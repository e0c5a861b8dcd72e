/**
 * Forms that call methods of strings, numbers and other common values, one per line; `template.ts`
 * explains the letters.
 */
export const VALUES = `return String.valueOf($a)
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
`;
