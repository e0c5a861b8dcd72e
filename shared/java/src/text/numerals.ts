/**
 * The numbers that letters and signs stand for, besides the digits, as `Character.getNumericValue`
 * of OpenSearch's Java (Unicode 13) gives them. The platform does not provide them.
 */

/**
 * Runs of characters: the first one in hexadecimal, its number, and for several characters the
 * distance of their numbers and how many they are: `137c:10000`, `1369:1+1x10`.
 */
const NUMERALS =
  'b2:2+1x2 b9:1 9f9:16 bf0:10+90x2 bf2:1000 c78:0+1x4 c7c:1+1x3 d70:10+90x2 d72:1000 1369:1+1x10 ' +
  '1373:20+10x9 137c:10000 16ee:17+1x3 17f0:0+1x10 19da:1 2070:0 2074:4+1x6 2080:0+1x10 215f:1+0x2 ' +
  '2161:2+1x11 216c:50+50x2 216e:500+500x2 2170:1+1x12 217c:50+50x2 217e:500+500x2 2180:1000+4000x2 ' +
  '2182:10000 2185:6+44x2 2187:50000+50000x2 2189:0 2460:1+1x20 2474:1+1x20 2488:1+1x20 24ea:0+11x2 ' +
  '24ec:12+1x9 24f5:1+1x10 24ff:0 2776:1+1x10 2780:1+1x10 278a:1+1x10 3007:0 3021:1+1x9 3038:10+10x3 ' +
  '3192:1+1x4 3220:1+1x10 3248:10+10x8 3251:21+1x15 3280:1+1x10 32b1:36+1x15 a6e6:1+1x9 a6ef:0 f96b:3 ' +
  'f973:10 f978:2 f9b2:0 f9d1:6 f9d3:6 f9fd:10 10107:1+1x10 10111:20+10x9 1011a:200+100x9 ' +
  '10123:2000+1000x9 1012c:20000+10000x8 10142:1+4x2 10144:50+450x2 10146:5000+45000x2 10148:5+5x2 ' +
  '1014a:50+50x2 1014c:500+500x2 1014e:5000+-4995x2 10150:10+40x2 10152:100+400x2 10154:1000+9000x2 ' +
  '10156:50000+-49990x2 10158:1+0x3 1015b:2+0x4 1015f:5+5x2 10161:10+0x4 10165:30+20x2 10167:50+0x3 ' +
  '1016a:100+200x3 1016d:500+0x4 10171:1000+4000x2 10173:5+45x2 1018a:0 102e1:1+1x10 102eb:20+10x9 ' +
  '102f4:200+100x8 10320:1+4x2 10322:10+40x2 10341:90 1034a:900 103d1:1+1x2 103d3:10+10x2 103d5:100 ' +
  '10858:1+1x3 1085b:10+10x2 1085d:100+900x2 1085f:10000 10879:1+1x5 1087e:10+10x2 108a7:1+1x4 108ab:4+1x2 ' +
  '108ad:10+10x2 108af:100 108fb:1+4x2 108fd:10+10x2 108ff:100 10916:1+9x2 10918:20+80x2 1091a:2+1x2 ' +
  '109c0:1+1x10 109ca:20+10x6 109d2:100+100x10 109dc:2000+1000x9 109e5:20000+10000x9 109ee:200000+100000x8 ' +
  '10a40:1+1x4 10a44:10+10x2 10a46:100+900x2 10a7d:1+49x2 10a9d:1+9x2 10a9f:20 10aeb:1+4x2 10aed:10+10x2 ' +
  '10aef:100 10b58:1+1x4 10b5c:10+10x2 10b5e:100+900x2 10b78:1+1x4 10b7c:10+10x2 10b7e:100+900x2 ' +
  '10ba9:1+1x4 10bad:10+10x2 10baf:100 10cfa:1+4x2 10cfc:10+40x2 10cfe:100+900x2 10e60:1+1x10 ' +
  '10e6a:20+10x9 10e73:200+100x8 10f1d:1+1x5 10f22:10+10x3 10f25:100 10f51:1+9x2 10f53:20+80x2 10fc5:1+1x4 ' +
  '10fc9:10+10x2 10fcb:100 11052:1+1x10 1105c:20+10x9 11065:1000 111e1:1+1x10 111eb:20+10x9 111f4:1000 ' +
  '1173a:10+10x2 118ea:10+10x9 11c5a:1+1x10 11c64:20+10x9 12400:2+1x8 12408:3+1x7 1240f:4+1x6 12415:1+1x9 ' +
  '1241e:1+1x5 12423:2+1x2 12425:3+1x7 1242c:1+1x3 1242f:3+1x3 12432:216000+216000x2 12434:1+1x3 ' +
  '12437:3+1x3 1243a:3+0x2 1243c:4+0x4 12440:6+1x2 12442:7+0x2 12444:8+0x2 12446:9+0x4 1244a:2+1x5 ' +
  '1244f:1+1x4 12453:4+1x2 12455:5+-3x2 12457:3+-2x2 12459:2 12467:40+10x2 12469:4+1x6 16b5b:10+90x2 ' +
  '16b5d:10000+990000x2 16b5f:100000000 16e80:0+1x20 16e94:1+1x3 1d2e0:0+1x20 1d360:1+1x10 1d36a:20+10x8 ' +
  '1d372:1+1x5 1d377:1+4x2 1e8c7:1+1x9 1ec71:1+1x10 1ec7b:20+10x9 1ec84:200+100x9 1ec8d:2000+1000x9 ' +
  '1ec96:20000+10000x9 1ec9f:200000+-100000x2 1eca1:10000000+10000000x2 1eca3:1+1x9 1ecb1:1+1x2 ' +
  '1ecb3:10000+90000x2 1ed01:1+1x10 1ed0b:20+10x9 1ed14:200+100x9 1ed1d:2000+1000x9 1ed26:20000+10000x8 ' +
  '1ed2f:2+1x9 1ed38:400+200x2 1ed3a:2000+8000x2 1f100:0+0x2 1f102:1+1x9 1f10b:0+0x2 2f890:9 ';

let numbers: ReadonlyMap<number, number> | undefined;

function readNumerals(): ReadonlyMap<number, number> {
  const read = new Map<number, number>();
  for (const run of NUMERALS.trim().split(' ')) {
    const [start = '', values = ''] = run.split(':');
    const [first = '', distance = '0', count = '1'] = values.split(/(?<=\d)[+x]/);
    for (let i = 0; i < Number(count); i++)
      read.set(Number.parseInt(start, 16) + i, Number(first) + i * Number(distance));
  }
  return read;
}

/** The number of a numeral such as `Ⅻ` or `㊴`; undefined for other characters. */
export function numeralOf(code: number): number | undefined {
  numbers ??= readNumerals();
  return numbers.get(code);
}
