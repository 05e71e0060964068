import { bounds, type Facts, type Value } from './facts.ts'

/** What a client of the earlier document would miss or get wrong with the later one. */
export function breaksOf(earlier: Facts, later: Facts): string[] {
  const breaks: string[] = []
  for (const [name, old] of earlier) {
    const now = later.get(name)
    if (now === undefined) breaks.push(`removed: ${name}`)
    else if (old && now) breaks.push(...(name.includes(' > ') ? narrowings(old, now) : looser(old, now)).map((what) => `${what}: ${name}`))
  }
  for (const [name, now] of later) if (!earlier.has(name) && isDemanded(name, now, later, earlier)) breaks.push(`newly required: ${name}`)
  return breaks
}

// A new value that has to be sent in something that could be sent without it.
function isDemanded(name: string, now: Value | null, later: Facts, earlier: Facts): boolean {
  if (!now?.required || !name.includes(' > ') || name.endsWith('[]') || name.endsWith('{}')) return false
  const parent = /^(.* > (?:query|header|path)) /.test(name) ? name.split(' > ')[0]! : name.slice(0, name.lastIndexOf('.'))
  return later.has(parent) && earlier.has(parent)
}

// What is sent: everything that was accepted still is.
function narrowings(old: Value, now: Value): string[] {
  const found: string[] = []
  const lost = old.types.filter((type) => !accepts(now, type))
  if (lost.length > 0) found.push(`no longer accepts ${lost}`)
  if (now.required && !old.required) found.push('newly required')
  if (now.enum && !old.enum) found.push('newly only certain words')
  if (now.enum && old.enum?.some((word) => !now.enum!.includes(word))) found.push('fewer words')
  for (const bound of bounds) {
    const limit = now[bound]
    if (limit === undefined || limit === old[bound]) continue
    const isLooser =
      old[bound] !== undefined && (bound.startsWith('min') ? limit < old[bound]! : bound.startsWith('max') && limit > old[bound]!)
    if (!isLooser) found.push(`newly ${bound} ${limit}`)
  }
  return found
}

const accepts = ({ types }: Value, type: string): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

// What is answered: no value is missing or of another type. New words of an enum are allowed.
function looser(old: Value, now: Value): string[] {
  const found: string[] = []
  const strange = old.types.length === 0 ? [] : now.types.filter((type) => !accepts(old, type))
  if (strange.length > 0 || (now.types.length === 0 && old.types.length > 0)) found.push(`may now be ${strange.join(', ') || 'anything'}`)
  if (old.required && !now.required) found.push('may now be missing')
  return found
}
