import { type Inline, readInline } from './markdown-inline.ts'

// A Markdown subset: headings, paragraphs, lists, quotes, code, tables, emphasis, links, pictures. Our own parser, because the libraries are as large as half of
// the app. Everything else, HTML too, stays plain text. The time is linear in the size of the text (tests/growth).

export type Block =
  | { type: 'heading'; level: number; inside: Inline[] }
  | { type: 'paragraph'; inside: Inline[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { type: 'quote'; inside: Block[] }
  | { type: 'code'; text: string }
  | { type: 'rule' }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }

const MAX_DEPTH = 6 // deeper nesting stays text: limits the recursion

const MOST_COLUMNS = 30 // each row has as many cells as the head, also a short one

const BULLET = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])( +|$)/

/** At least three *, - or _, with spaces between them. */
function isRule(line: string): boolean {
  const mark = /^ {0,3}([*_-])/.exec(line)?.[1]
  if (mark === undefined) return false
  let count = 0
  for (const sign of line) {
    if (sign === mark) count++
    else if (sign !== ' ') return false
  }
  return count >= 3
}

/** "## Title ##" */
function readHeading(line: string): { level: number; title: string } | null {
  const marks = /^ {0,3}(#{1,6})(?: |$)/.exec(line)
  if (!marks) return null
  const title = withoutTrailing(line.slice(marks[0].length), ' ').replace(/^ +/, '')
  const closed = withoutTrailing(title, '#')
  return { level: marks[1]!.length, title: closed.endsWith(' ') ? withoutTrailing(closed, ' ') : title }
}

function withoutTrailing(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}

/** The cells of "| a | b |"; \\| is no border. */
function cellsOf(line: string): string[] {
  const text = line.trim()
  const cells: string[] = []
  let cell = ''
  for (let at = text.startsWith('|') ? 1 : 0; at < text.length; at++) {
    if (text[at] === '\\' && text[at + 1] === '|') cell += text[++at]
    else if (text[at] === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += text[at]
  }
  if (cell.trim() !== '') cells.push(cell.trim())
  return cells
}

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
    const heading = readHeading(line)
    if (line.trim() === '') at++
    else if (heading) {
      at++
      blocks.push({ type: 'heading', level: heading.level, inside: readInline(heading.title) })
    } else if (/^ {0,3}(?:```|~~~)/.test(line)) blocks.push(readCode())
    else if (isRule(line)) {
      at++
      blocks.push({ type: 'rule' })
    } else if (/^ {0,3}>/.test(line)) {
      const quoted = take((one) => /^ {0,3}>/.test(one)).map((one) => one.replace(/^ {0,3}> ?/, ''))
      blocks.push({ type: 'quote', inside: readMarkdown(quoted.join('\n'), depth + 1) })
    } else if (BULLET.test(line)) blocks.push(readList())
    else if (isTable()) blocks.push(readTable())
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

  // A line of cells, followed by a line of dashes for each of them.
  function isTable(): boolean {
    if (!lines[at]!.includes('|') || !(lines[at + 1] ?? '').includes('-')) return false
    const [columns, marks] = [cellsOf(lines[at]!), cellsOf(lines[at + 1]!)]
    return columns.length === marks.length && columns.length <= MOST_COLUMNS && marks.every((mark) => /^:?-+:?$/.test(mark))
  }

  function readTable(): Block {
    const head = cellsOf(lines[at]!)
    at += 2
    const rows = take((line) => line.trim() !== '' && line.includes('|') && !beginsBlock(line)).map(cellsOf)
    // Missing cells are empty, further ones are dropped.
    return {
      type: 'table',
      head: head.map(readInline),
      rows: rows.map((cells) => head.map((_, column) => readInline(cells[column] ?? ''))),
    }
  }

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
