// Transliteration. People follow no standard, so each direction has two variants.

const vowels = 'aeiouyаеиоуыэюя'

const latinToRussian: [string, string][] = Object.entries({
  shch: 'щ',
  sch: 'щ',
  zh: 'ж',
  kh: 'х',
  ts: 'ц',
  tz: 'ц',
  ch: 'ч',
  sh: 'ш',
  yu: 'ю',
  ju: 'ю',
  ya: 'я',
  ja: 'я',
  yo: 'е',
  jo: 'е',
  ye: 'е',
  ck: 'к',
  ph: 'ф',
  th: 'т',
  a: 'а',
  b: 'б',
  c: 'ц',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'й',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'к',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  x: 'кс',
  z: 'з',
  "'": 'ь',
})

const russianToLatin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

// Phonetic spelling of English words: проджект, мобайл, линукс, скрипт.
const soundToEnglish: [string, string][] = [
  ['дж', 'j'],
  ['ай', 'i'],
  ['ей', 'a'],
  ['кс', 'x'],
  ['ау', 'ow'],
  ['ью', 'u'],
  ['к', 'c'],
  ['э', 'a'],
]

function replaceFrom(text: string, at: number, pairs: [string, string][]): [string, string] | undefined {
  for (const pair of pairs) if (text.startsWith(pair[0], at)) return pair
}

/** proekt -> проект; with `openE`, elektronika -> электроника */
export function latinAsRussian(text: string, openE: boolean): string {
  const source = text.toLowerCase()
  let result = ''
  for (let at = 0; at < source.length; ) {
    const before = source.charAt(at - 1)
    const next = source.charAt(at + 1)
    const wordStarts = before < 'a' || before > 'z'
    const wordEnds = (from: number) => !(source.charAt(from) >= 'a' && source.charAt(from) <= 'z')
    if (source.startsWith('ia', at) && wordEnds(at + 2)) {
      result += 'ия'
      at += 2
    } else if (source.startsWith('yi', at) && wordEnds(at + 2)) {
      result += 'ый'
      at += 2
    } else if (openE && wordStarts && source.charAt(at) === 'e') {
      result += 'э'
      at++
    } else if (source.charAt(at) === 'y' && !'aueo'.includes(next || '-')) {
      result += before !== '' && vowels.includes(before) ? 'й' : 'ы'
      at++
    } else {
      const [from, to] = replaceFrom(source, at, latinToRussian) ?? [source.charAt(at), source.charAt(at) === 'y' ? 'ы' : source.charAt(at)]
      result += to
      at += from.length
    }
  }
  return result
}

/** робототехника -> robototehnika; with `bySound`, проджект -> project */
export function russianAsLatin(text: string, bySound: boolean): string {
  const source = text.toLowerCase()
  let result = ''
  for (let at = 0; at < source.length; ) {
    const sound = bySound ? replaceFrom(source, at, soundToEnglish) : undefined
    result += sound?.[1] ?? russianToLatin[source.charAt(at)] ?? source.charAt(at)
    at += sound?.[0].length ?? 1
  }
  return result
}
