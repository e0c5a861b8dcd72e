/**
 * Forms of streams, lambdas, lists, maps, sets and string builders, one per line; `template.ts`
 * explains the letters.
 */
export const COLLECTIONS = `return $L.stream().map(x -> x + 1).collect(Collectors.toList())
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
`;
