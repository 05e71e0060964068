// A Markdown subset: headings, paragraphs, lists, quotes, code, emphasis, links. Our own parser, because the libraries are as large as half of
// the app. Everything else, HTML too, stays plain text.

export type Inline =
  | string
  | { type: 'strong' | 'em' | 'del'; inside: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; inside: Inline[] }
  | { type: 'break' }
export type Block =
  | { type: 'heading'; level: number; inside: Inline[] }
  | { type: 'paragraph'; inside: Inline[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { type: 'quote'; inside: Block[] }
  | { type: 'code'; text: string }
  | { type: 'rule' }

const MAX_DEPTH = 6 // deeper nesting stays text: limits the recursion

const isSafe = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address)

// No ReDoS: each alternative begins with a different character and has no nested repetition, so the time is linear.
const INLINE =
  /\\([\\`*_{}[\]()#+\-.!~>|])|`([^`\n]+)`|\*\*([^*\n]+(?:\*[^*\n]+)*)\*\*|\*([^\s*][^*\n]*)\*|(?<![\p{L}\p{N}])_([^\s_][^_\n]*)_(?![\p{L}\p{N}])|~~([^~\n]+)~~|!?\[([^\]\n]*)\]\(\s*<?([^\s)<>]+)>?(?:\s+"[^"\n]*")?\s*\)|<((?:https?:\/\/|mailto:)[^\s<>]+)>|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"»”])|( {2,}|\\)\n/gu

export function readInline(text: string, depth = 0): Inline[] {
  if (depth > MAX_DEPTH) return [text]
  const parts: Inline[] = []
  const add = (part: Inline) => {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else if (part !== '') parts.push(part)
  }
  const inside = (part: string) => readInline(part, depth + 1)
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, escaped, code, strong, em, under, del, name, address, angle, bare, hard] = match
    add(text.slice(end, match.index))
    end = match.index + whole.length
    if (escaped !== undefined) add(escaped)
    else if (code !== undefined) add({ type: 'code', text: code })
    else if (strong !== undefined) add({ type: 'strong', inside: inside(strong) })
    else if (em !== undefined || under !== undefined) add({ type: 'em', inside: inside((em ?? under)!) })
    else if (del !== undefined) add({ type: 'del', inside: inside(del) })
    // No remote images, they would track readers: only the alt text is kept.
    else if (address !== undefined)
      isSafe(address) && !whole.startsWith('!') ? add({ type: 'link', href: address, inside: inside(name!) }) : add(name!)
    else if (hard !== undefined) add({ type: 'break' })
    else add({ type: 'link', href: (angle ?? bare)!, inside: [(angle ?? bare)!.replace(/^mailto:/, '')] })
  }
  add(text.slice(end))
  return parts
}

const BULLET = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])( +|$)/
const isRule = (line: string): boolean => /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/.test(line)
const beginsBlock = (line: string): boolean => /^ {0,3}(?:#{1,6}(?: |$)|>|```|~~~)/.test(line) || BULLET.test(line) || isRule(line)

export function readMarkdown(text: string, depth = 0): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n')
  if (depth > MAX_DEPTH) return [{ type: 'paragraph', inside: [text] }]
  const blocks: Block[] = []
  let at = 0
  const take = (isPart: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && isPart(lines[at]!)) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    const heading = /^ {0,3}(#{1,6})(?: +(.*?))?(?: +#+)? *$/.exec(line)
    if (line.trim() === '') at++
    else if (heading) {
      at++
      blocks.push({ type: 'heading', level: heading[1]!.length, inside: readInline(heading[2] ?? '') })
    } else if (/^ {0,3}(?:```|~~~)/.test(line)) blocks.push(readCode())
    else if (isRule(line)) {
      at++
      blocks.push({ type: 'rule' })
    } else if (/^ {0,3}>/.test(line)) {
      const quoted = take((one) => /^ {0,3}>/.test(one)).map((one) => one.replace(/^ {0,3}> ?/, ''))
      blocks.push({ type: 'quote', inside: readMarkdown(quoted.join('\n'), depth + 1) })
    } else if (BULLET.test(line)) blocks.push(readList())
    else {
      at++
      const rest = take((one) => one.trim() !== '' && !beginsBlock(one))
      blocks.push({
        type: 'paragraph',
        inside: readInline(
          [line, ...rest]
            .map((one) => one.replace(/^ +/, ''))
            .join('\n')
            .trimEnd(),
        ),
      })
    }
  }
  return blocks

  function readCode(): Block {
    const fence = lines[at++]!.trim().slice(0, 3)
    const inside = take((line) => !line.trim().startsWith(fence))
    at++
    return { type: 'code', text: inside.join('\n') }
  }

  // Indented lines continue an item; a blank line ends the list unless an indented line or another item follows.
  function readList(): Block {
    const [, , first] = BULLET.exec(lines[at]!)!
    const isOrdered = first !== undefined
    const items: Block[][] = []
    while (at < lines.length) {
      const bullet = BULLET.exec(lines[at]!)
      if (!bullet || (bullet[2] !== undefined) !== isOrdered || isRule(lines[at]!)) break
      const content = [lines[at++]!.slice(bullet[0].length)]
      while (at < lines.length) {
        const line = lines[at]!
        const isIndented = /^ {2,}\S/.test(line)
        const isGap = line.trim() === '' && /^ {2,}\S/.test(lines[at + 1] ?? '')
        const isLazy = line.trim() !== '' && !beginsBlock(line)
        if (!isIndented && !isGap && !isLazy) break
        content.push(line.replace(/^ {2,4}/, ''))
        at++
      }
      items.push(readMarkdown(content.join('\n'), depth + 1))
      if (lines[at]?.trim() === '' && BULLET.test(lines[at + 1] ?? '')) at++
    }
    return { type: 'list', isOrdered, start: Number(first ?? 1), items }
  }
}
