// The text of one Markdown block: emphasis, code, links. A scanner instead of a regular expression: each character is visited a constant
// number of times whatever the text is, because every search that may fail is remembered (tests/growth).

export type Inline =
  | string
  | { type: 'strong' | 'em' | 'del'; inside: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; inside: Inline[] }
  | { type: 'picture'; file: string; alt: string } // of a file of the project, by its name
  | { type: 'mention'; name: string; login: string } // not parsed: see markMentions of the console
  | { type: 'break' }

const MAX_DEPTH = 6 // deeper nesting stays text: limits the recursion

const ESCAPABLE = '\\`*_{}[]()#+-.!~>|'
const CLOSING = `.,;:!?'"»”` // not the end of an address in a sentence
const isSpace = (sign: string): boolean => /\s/.test(sign)
const isWord = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign)
const isFileName = (address: string): boolean => /^[^\s/\\:?#]+\.\w+$/.test(address)
const isSafe = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address)

/** What was found at a position, and where it ends; null: plain text. */
type Found = { part: Inline; end: number } | null

export function readInline(text: string, depth = 0): Inline[] {
  if (depth > MAX_DEPTH) return [text]
  const inside = (from: number, to: number): Inline[] => readInline(text.slice(from, to), depth + 1)
  const lineEnd = nextOf(text, '\n')
  const bracketEnd = nextOf(text, ']')
  const findTarget = targetFinder(text)

  // `mark` closes what it opens, on the same line. The search ends at the next mark, so searches do not overlap.
  function closingOf(mark: string, from: number): number {
    const end = text.indexOf(mark, from)
    return end > from && end < lineEnd(from) ? end : -1
  }

  function readStars(at: number): Found {
    if (text[at + 1] !== '*') return readEmphasis(at, '*')
    if (text[at + 2] === '*') return null
    const end = closingOf('**', at + 2)
    return end < 0 ? null : { part: { type: 'strong', inside: inside(at + 2, end) }, end: end + 2 }
  }

  function readEmphasis(at: number, mark: '*' | '_'): Found {
    const first = text[at + 1] ?? ' '
    if (first === mark || isSpace(first)) return null
    const end = closingOf(mark, at + 1)
    return end < 0 ? null : { part: { type: 'em', inside: inside(at + 1, end) }, end: end + 1 }
  }

  // snake_case is not emphasis.
  function readUnderscores(at: number): Found {
    if (isWord(characterBefore(text, at))) return null
    const found = readEmphasis(at, '_')
    return found && isWord(characterAt(text, found.end)) ? null : found
  }

  function readStruck(at: number): Found {
    if (text[at + 1] !== '~') return null
    const end = closingOf('~', at + 2)
    return end < 0 || text[end + 1] !== '~' ? null : { part: { type: 'del', inside: inside(at + 2, end) }, end: end + 2 }
  }

  function readCode(at: number): Found {
    const end = closingOf('`', at + 1)
    return end < 0 ? null : { part: { type: 'code', text: text.slice(at + 1, end) }, end: end + 1 }
  }

  function readLink(at: number, isImage: boolean): Found {
    const open = isImage ? at + 1 : at
    const close = bracketEnd(open + 1)
    const target = close < lineEnd(open + 1) ? findTarget(close) : null
    if (target === null) return null
    const alt = text.slice(open + 1, close)
    // Whether it is shown is decided by the name: no remote images, they would track readers.
    if (isImage && isFileName(target.address)) return { part: { type: 'picture', file: target.address, alt }, end: target.end }
    const isLink = isSafe(target.address) && !isImage
    const part: Inline = isLink ? { type: 'link', href: target.address, inside: inside(open + 1, close) } : text.slice(open + 1, close)
    return { part, end: target.end }
  }

  function readAngle(at: number): Found {
    const end = endOf(text, at + 1, (sign) => sign === '<' || sign === '>' || isSpace(sign))
    const address = text.slice(at + 1, end)
    return text[end] === '>' && /^(?:https?:\/\/|mailto:)./.test(address) ? { part: linkTo(address), end: end + 1 } : null
  }

  function readBare(at: number): Found {
    const scheme = text.startsWith('https://', at) ? 8 : text.startsWith('http://', at) ? 7 : 0
    if (scheme === 0) return null
    let end = endOf(text, at + scheme, (sign) => '<>()'.includes(sign) || isSpace(sign))
    while (end > at + scheme && CLOSING.includes(text[end - 1]!)) end--
    return end > at + scheme ? { part: linkTo(text.slice(at, end)), end } : null
  }

  // Two spaces at the end of a line. A run of other spaces is passed as a whole.
  function readSpaces(at: number): { part: Inline; end: number } {
    const end = endOf(text, at, (sign) => sign !== ' ')
    return text[end] === '\n' && end - at >= 2 ? { part: { type: 'break' }, end: end + 1 } : { part: text.slice(at, end), end }
  }

  function readEscape(at: number): Found {
    const next = text[at + 1] ?? ''
    if (next === '\n') return { part: { type: 'break' }, end: at + 2 }
    return next !== '' && ESCAPABLE.includes(next) ? { part: next, end: at + 2 } : null
  }

  function readAt(at: number): Found {
    switch (text[at]) {
      case '\\':
        return readEscape(at)
      case '`':
        return readCode(at)
      case '*':
        return readStars(at)
      case '_':
        return readUnderscores(at)
      case '~':
        return readStruck(at)
      case '!':
        return text[at + 1] === '[' ? readLink(at, true) : null
      case '[':
        return readLink(at, false)
      case '<':
        return readAngle(at)
      case 'h':
        return readBare(at)
      case ' ':
        return readSpaces(at)
      default:
        return null
    }
  }

  const parts: Inline[] = []
  let plain = ''
  let from = 0
  for (let at = 0; at < text.length; ) {
    const found = readAt(at)
    if (found === null) {
      at++
      continue
    }
    plain += text.slice(from, at)
    at = from = found.end
    if (typeof found.part === 'string') plain += found.part
    else {
      if (plain !== '') parts.push(plain)
      plain = ''
      parts.push(found.part)
    }
  }
  plain += text.slice(from)
  if (plain !== '') parts.push(plain)
  return parts
}

const linkTo = (address: string): Inline => ({ type: 'link', href: address, inside: [address.replace(/^mailto:/, '')] })

function endOf(text: string, from: number, isEnd: (sign: string) => boolean): number {
  let at = from
  while (at < text.length && !isEnd(text[at]!)) at++
  return at
}

const characterAt = (text: string, at: number): string => (at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : '')
const characterBefore = (text: string, at: number): string => {
  const last = text[at - 1] ?? ''
  return last >= '\udc00' && last <= '\udfff' ? text.slice(at - 2, at) : last
}

/** The next position of a sign, or the end. Ascending positions are answered in linear time together. */
function nextOf(text: string, sign: string): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) {
      found = text.indexOf(sign, from)
      if (found < 0) found = text.length
    }
    return found
  }
}

type Target = { address: string; end: number } | null

/**
 * The target of a link after its `]`: (address), (<address>), (address "title"). Many `[` share one `]`, and many addresses end at the same
 * place, so both answers are remembered.
 */
function targetFinder(text: string): (close: number) => Target {
  let [lastClose, lastTarget]: [number, Target] = [-1, null]
  let addressEnd = -1
  let [lastTail, tailEnd] = [-1, -1]
  const skipSpaces = (from: number): number => endOf(text, from, (sign) => !isSpace(sign))

  function endOfAddress(from: number): number {
    if (addressEnd < from) addressEnd = endOf(text, from, (sign) => ')<>'.includes(sign) || isSpace(sign))
    return addressEnd
  }

  // After the address: an optional title, and the closing parenthesis.
  function endOfTail(from: number): number {
    if (lastTail === from) return tailEnd
    lastTail = from
    const start = text[from] === '>' ? from + 1 : from
    let at = skipSpaces(start)
    if (at > start && text[at] === '"') {
      const quote = endOf(text, at + 1, (sign) => sign === '"' || sign === '\n')
      at = text[quote] === '"' ? skipSpaces(quote + 1) : at
    }
    tailEnd = text[at] === ')' ? at + 1 : -1
    return tailEnd
  }

  function read(close: number): Target {
    if (text[close + 1] !== '(') return null
    const start = skipSpaces(close + 2)
    const from = text[start] === '<' ? start + 1 : start
    const to = endOfAddress(from)
    const end = to > from ? endOfTail(to) : -1
    return end < 0 ? null : { address: text.slice(from, to), end }
  }

  return (close) => {
    if (lastClose !== close) [lastClose, lastTarget] = [close, read(close)]
    return lastTarget
  }
}
