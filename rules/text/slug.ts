import { normalised } from './text.ts'

// Slugs of projects: proposed from the name, transliterated to Latin.

const MOST = 80
const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
// Path segments of other endpoints.
const reserved = new Set(['active', 'new', 'findmany', 'results', 'links', 'file-type'])

/** Of a round: its addresses have no reserved words. */
export const isSlugShape = (text: string): boolean => text.length <= MOST && shape.test(text)
export const isSlug = (text: string): boolean => isSlugShape(text) && !reserved.has(text)

// The transliteration of maps and passports; ё as е.
const letters: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o' },
  ...{ п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e' },
  ...{ ю: 'yu', я: 'ya' },
  ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'd', џ: 'dz' },
  // Latin letters without a decomposition.
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}

const latin = (name: string): string =>
  normalised(
    normalised(name)
      .toLowerCase()
      .replace(/[иы]й(?!\p{L})/gu, 'y') // умный is umny
      .replace(/[^\0-\x7f]/gu, (letter) => letters[letter] ?? letter),
    'NFKD',
  )
    .replace(/['’ʼ`\p{M}]/gu, '')
    .toLowerCase()

// At a hyphen if there is one.
function cut(slug: string, most: number): string {
  if (slug.length <= most) return slug
  const head = slug.slice(0, most)
  const end = slug[most] === '-' ? most : head.lastIndexOf('-')
  return end > 0 ? head.slice(0, end) : head
}

/** Always a valid slug. */
export function proposeSlug(name: string): string {
  const words = latin(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const slug = cut(words, MOST)
  if (slug === '') return 'project'
  return reserved.has(slug) ? `${slug}-project` : slug
}

/** With a numeric suffix, truncated to the maximum length. */
const numbered = (slug: string, number: number): string => `${slug.slice(0, MOST - 1 - String(number).length).replace(/-$/, '')}-${number}`

/** The proposal, or the proposal with the first free number. */
export const freeSlug = (slug: string, isTaken: (slug: string) => boolean): string => createFreeSlugs(isTaken)(slug)

/** The same for many projects, each with a slug of its own. The search for equal proposals continues at the last number. */
export function createFreeSlugs(isTaken: (slug: string) => boolean): (slug: string) => string {
  const given = new Set<string>()
  const numberOf = new Map<string, number>()
  return (slug) => {
    let number = numberOf.get(slug) ?? 1
    let free = number === 1 ? slug : numbered(slug, number)
    while (given.has(free) || isTaken(free)) free = numbered(slug, ++number)
    numberOf.set(slug, number)
    given.add(free)
    return free
  }
}
