// Words of one alphabet written with the other, by letters or by sound. People follow no standard, so every letter has several
// spellings, and only those that lead to an indexed word are followed.

export type Lexicon = { hasPrefix(prefix: string): boolean; hasWord(word: string): boolean; hasStem(stem: string): boolean }
type Options = readonly (readonly [target: string, cost: number])[]
export type SpellingTable = { readonly options: ReadonlyMap<string, Options>; readonly longest: number }

const MOST_STEPS = 4000
const LONGEST_ENDING = 3
const ENDING_COST = 1
const SHORTEST = 3
const MOST_PER_LETTER = 0.7

/** `ф: f ff ph+1` = the letter ф may be written f (usual), ff (usual) or ph (at a cost of 1). */
function readTable(lines: string): SpellingTable {
  const options = new Map<string, [string, number][]>()
  for (const line of lines.trim().split('\n')) {
    const [source = '', targets = ''] = line.split(':').map((part) => part.trim())
    const read = targets.split(/\s+/).map((target): [string, number] => {
      const [text = '', cost = '0'] = target.split('+')
      return [text === '_' ? '' : text, Number(cost)]
    })
    options.set(source, read)
  }
  return { options, longest: Math.max(...[...options.keys()].map(({ length }) => length)) }
}

/** The cheapest indexed word that the spelling may stand for. Bounded; ties by alphabet. */
export function spelledWord(text: string, table: SpellingTable, lexicon: Lexicon): string | null {
  let best: string | null = null
  let bestCost = (text.length - 2) * MOST_PER_LETTER + 0.001
  let steps = 0

  function offer(word: string, cost: number): void {
    if (cost < bestCost || (cost === bestCost && best !== null && word < best)) {
      best = word
      bestCost = cost
    }
  }

  function follow(at: number, built: string, cost: number): void {
    if (cost > bestCost || ++steps > MOST_STEPS) return
    const left = text.length - at
    if (left === 0 && built.length >= SHORTEST && lexicon.hasWord(built)) offer(built, cost)
    else if (left <= LONGEST_ENDING && built.length > SHORTEST && lexicon.hasStem(built)) offer(built, cost + ENDING_COST * (left + 1))
    if (left === 0) return
    for (let length = Math.min(table.longest, left); length > 0; length--) {
      for (const [target, more] of table.options.get(text.slice(at, at + length)) ?? []) {
        const next = built + target
        if (target === '' || next.length < 2 || lexicon.hasPrefix(next)) follow(at + length, next, cost + more)
      }
    }
  }

  follow(0, '', 0)
  return best
}

const bySound = `
а: a u+1 o+1 ar+1 er+2 ah+1 i+2 ou+2
б: b bb+1 be+1
в: v w+0.5 ve+1 wh+1 f+2 vv+1
г: g gg+1 gh+1 h+1 gue+1
д: d dd+1 de+0.5 ed+1
е: e a+0.5 ea+1 ai+1 ie+1 i+1 ye+1 ey+1 ee+1 ae+1
ж: zh j+0.5 g+1 ge+1 s+1
з: z s+0.5 se+1 zz+1 x+1 ze+1 th+1
и: i e+0.5 ee+0.5 ea+1 y+0.5 ie+1 ey+1 ui+1 eo+1
й: y i+0.5 j+0.5 _+1
к: k c ck+0.5 ch+0.5 q+1 cc+1 ke+1 que+1 kk+1 ct+2
л: l ll+0.5 le+0.5
м: m mm+0.5 me+0.5
н: n nn+0.5 ne+0.5 kn+1 gn+1
о: o a+1 oa+0.5 ou+1 aw+1 au+1 or+1 ow+1 oo+1 oe+1 u+1 oi+2
п: p pp+0.5 pe+0.5
р: r rr+0.5 re+0.5 wr+1 rh+1 er+1
с: s c+0.5 ss+0.5 ce+0.5 se+0.5 sc+1 ps+1 x+2 th+1
т: t tt+0.5 te+0.5 th+0.5 ed+1 d+2
у: u oo+0.5 ou+0.5 w+0.5 ew+1 o+1 ue+1 ui+1 wo+2
ф: f ff+0.5 ph+0.5 fe+1 gh+2 th+2
х: h ch+0.5 kh+0.5 x+1 wh+1
ц: ts c+0.5 tz+0.5 z+1
ч: ch tch+0.5 t+1 tu+1 c+2
ш: sh ch+0.5 ti+1 ss+1 s+1 ci+1 sch+0.5 c+2
щ: sch shch sh+1
ы: y i+0.5 ee+1 e+1
э: e a+0.5 ae+1 ai+1 ea+1
ю: u yu you+0.5 ew+1 ue+1 eu+1
я: ya a+1 ia+0.5 ja
ь: _
ъ: _
`

// English words and names in Cyrillic, by sound: дэшборд, гитхаб, тайпскрипт.
export const cyrillicToLatin = readTable(
  `${bySound}
дж: j g+0.5 dge+0.5 ge+0.5 dj+1 gg+1
кс: x cs+0.5 ks cks+1 xx+1
кв: qu kv+0.5 kw+0.5
ай: i y+0.5 igh+0.5 ai+0.5 ie+1 uy+1 ye+1 ei+1 eye+1 ay+1
ей: a ay ai ey+0.5 ei+0.5 ae+1 e+1
эй: a ay ai ey+0.5 ei+0.5
ой: oi oy
ау: ow ou au aw+0.5
оу: o ow oa+0.5 ou+0.5 oe+1
ью: u ew+0.5 iew+0.5 ue+0.5 eau+1
ер: er or+0.5 ar+1 ir+0.5 ur+0.5 re+0.5 ear+1 ure+1 our+1
эр: er ar+0.5 air+0.5 are+1
ор: or oor+0.5 our+0.5 ore+0.5 oar+0.5 ar+1
ар: ar are+1 er+1 ur+1
ур: oor+0.5 our+0.5 ure+0.5 ur
ия: ia ea+1 iya ija
шн: tion sion+0.5 shn+1
шен: tion sion+0.5
жн: sion
чер: ture cher+0.5
нг: ng ngue+1
уа: wa wi+1 ua
уи: wi we+0.5 ui
уэ: we wa+0.5 ue
уо: wa wo wal+1
уай: wi why+1 wy+1
юз: use uze+1
`,
)

// Russian words in Latin letters: ekologiya, teplica, 4asy.
export const latinToCyrillic = readTable(
  `
a: а я+1
b: б
c: ц к+0.5 с+0.5
d: д дь+0.5
e: е э+0.5 ье+1 и+1 ы+2
f: ф фь+1
g: г ж+1
h: х г+1 _+1
i: и й+0.5 ы+0.5 ий+0.5 ый+1 ь+1
j: й ж+0.5 дж+0.5 ь+0.5
k: к
l: л ль+0.5
m: м мь+1
n: н нь+0.5
o: о е+1 а+1
p: п пь+1
q: к я+1 кв+1
r: р рь+0.5
s: с сь+0.5 з+1 ш+1
t: т ть+0.5
u: у ю+0.5 ый+2
v: в вь+1
w: в ш+0.5 у+1
x: х кс
y: ы й и+0.5 ый+0.5 ий+0.5 у+1
z: з зь+1 ж+0.5 ц+1
': ь _+0.5
4: ч
6: ш
ch: ч х+1
ck: к
ia: ия я+0.5 иа
ie: ие ье+0.5 ые+0.5
ij: ий ый+0.5
iy: ий ый+0.5
ii: ии ий
yi: ый ий+0.5
yj: ый ий+0.5
yy: ый ий
ey: ей
ej: ей
oy: ой
oj: ой
ay: ай
aj: ай
uy: уй
ja: я ья+0.5
je: е ье+0.5 э+1
jo: е ье+1 йо+1
ju: ю ью+0.5
kh: х
ks: кс
lj: ль
nj: нь
ph: ф
sch: щ ш+0.5 сч+0.5 сх+1
sh: ш щ+0.5
shch: щ
shh: щ
tch: ч
th: т
ts: ц тс+0.5
tz: ц
ya: я ья+0.5
ye: е ье+0.5 ые+0.5
yo: е ье+1 йо+1
yu: ю ью+0.5
zh: ж
`,
)

/** The usual spelling: the longest source first, and the first target of each. */
export function usualSpelling(text: string, table: SpellingTable): string {
  let result = ''
  for (let at = 0; at < text.length; ) {
    let length = Math.min(table.longest, text.length - at)
    while (length > 1 && !table.options.has(text.slice(at, at + length))) length--
    const source = text.slice(at, at + length)
    result += table.options.get(source)?.[0]?.[0] ?? source
    at += length
  }
  return result
}
