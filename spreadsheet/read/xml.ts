import { unreadable } from '#spreadsheet/sheet.ts'

// Streaming (SAX) parser for the subset of XML in spreadsheets: no DTD, so no custom entities (XXE, billion laughs).

export type XmlEvents = {
  open(name: string, attributes: string, isEmpty: boolean): void
  close(name: string): void
  text(text: string): void
}

const LONGEST_TAG = 65_536
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (name[0] !== '#') return named[name] ?? whole
    const point = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point).toWellFormed()
  })
}

const patterns = new Map<string, RegExp>()

/** The value of one attribute, with any namespace prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const match = pattern.exec(attributes)
  return match ? plainText(match[1] ?? match[2]!) : undefined
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

// The end of a tag; `>` may occur in the value of an attribute.
function closingBracket(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quote !== 0) {
      if (sign === quote) quote = 0
    } else if (sign === 34 || sign === 39) quote = sign
    else if (sign === 62) return at
  }
  return -1
}

export function createXmlReader(events: XmlEvents) {
  let rest = ''

  // Returns the position of the first incomplete token.
  function parse(isEnd: boolean): number {
    let at = 0
    for (;;) {
      const start = rest.indexOf('<', at)
      if (start < 0) return emit(at, isEnd ? rest.length : completeEnd(at))
      emit(at, start)
      const end = endOfTag(start)
      if (end < 0) {
        if (rest.length - start > LONGEST_TAG) throw unreadable('brokenXml')
        return start
      }
      tag(start, end)
      at = end
    }
  }

  function emit(from: number, to: number): number {
    if (to > from) events.text(plainText(rest.slice(from, to).replace(/\r\n?/g, '\n')))
    return to
  }

  // A reference or a line end may be split between chunks.
  function completeEnd(from: number): number {
    const reference = rest.lastIndexOf('&')
    const end = reference >= from && rest.length - reference < 12 && !rest.includes(';', reference) ? reference : rest.length
    return rest[end - 1] === '\r' ? Math.max(from, end - 1) : end
  }

  function endOfTag(start: number): number {
    const [mark, skip] = rest.startsWith('<!--', start)
      ? ['-->', 4]
      : rest.startsWith('<![CDATA[', start)
        ? [']]>', 9]
        : rest.startsWith('<?', start)
          ? ['?>', 2]
          : ['>', 1]
    if (mark === '>' && rest[start + 1] === '!') {
      // Either incomplete or a DTD, which is refused.
      const isCut = rest.length - start < 9 && ('<!--'.startsWith(rest.slice(start)) || '<![CDATA['.startsWith(rest.slice(start)))
      if (isCut) return -1
      throw unreadable('brokenXml')
    }
    const end = mark === '>' ? closingBracket(rest, start + skip) : rest.indexOf(mark, start + skip)
    return end < 0 ? -1 : end + mark.length
  }

  function tag(start: number, end: number): void {
    if (rest[start + 1] === '?' || rest.startsWith('<!--', start)) return
    if (rest[start + 1] === '!') return events.text(rest.slice(start + 9, end - 3).replace(/\r\n?/g, '\n'))
    if (rest[start + 1] === '/') return events.close(withoutPrefix(rest.slice(start + 2, end - 1).trim()))
    const isEmpty = rest[end - 2] === '/'
    const inner = rest.slice(start + 1, isEmpty ? end - 2 : end - 1)
    const cut = inner.search(/\s/)
    const name = withoutPrefix(cut < 0 ? inner : inner.slice(0, cut))
    events.open(name, cut < 0 ? '' : inner.slice(cut), isEmpty)
    if (isEmpty) events.close(name)
  }

  return {
    write(part: string): void {
      rest += part
      rest = rest.slice(parse(false))
    },
    end(): void {
      rest = rest.slice(parse(true))
      if (rest.length > 0) throw unreadable('brokenXml')
    },
  }
}
