import { type Block, readMarkdown } from '#rules/text/markdown.ts'
import type { Inline } from '#rules/text/markdown-inline.ts'
import { neutrals } from './email.style.ts'
import { escaped } from './escaped.ts'

// Markdown as the HTML of an email: inline styles, no pictures, links to web and email addresses only.

const { soft, edge } = neutrals

/** In the colour of the directory. */
type Look = { accent: string; tint: string }
const gap = 'margin:0 0 16px'

const inlineHtml = (parts: Inline[], look: Look): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return escaped(part)
      switch (part.type) {
        case 'code':
          return `<code>${escaped(part.text)}</code>`
        case 'break':
          return '<br>'
        case 'picture':
          return escaped(part.alt)
        case 'mention':
          return escaped(part.name)
        case 'link':
          return `<a class="accent" href="${escaped(part.href)}" style="color:${look.accent}">${inlineHtml(part.inside, look)}</a>`
        default:
          return `<${part.type}>${inlineHtml(part.inside, look)}</${part.type}>`
      }
    })
    .join('')

const cell = (tag: 'th' | 'td', parts: Inline[], look: Look): string =>
  `<${tag} class="line" style="padding:6px 12px 6px 0;border-bottom:1px solid ${edge};text-align:start;vertical-align:top">${inlineHtml(parts, look)}</${tag}>`

// The title of the email is h1.
const headingHtml = (level: number, parts: Inline[], look: Look): string => {
  const tag = level <= 2 ? 'h2' : 'h3'
  return `<${tag} style="margin:24px 0 10px;font-size:${tag === 'h2' ? 19 : 17}px;line-height:1.3">${inlineHtml(parts, look)}</${tag}>`
}

function blockHtml(block: Block, look: Look): string {
  switch (block.type) {
    case 'heading':
      return headingHtml(block.level, block.inside, look)
    case 'paragraph':
      return `<p style="${gap}">${inlineHtml(block.inside, look)}</p>`
    case 'quote':
      return `<blockquote class="tint" style="${gap};padding:12px 16px 1px;border-radius:10px;background:${look.tint}">${blocksHtml(block.inside, look)}</blockquote>`
    case 'code':
      return `<pre class="tint" style="${gap};padding:12px 16px;border-radius:10px;background:${look.tint};white-space:pre-wrap">${escaped(block.text)}</pre>`
    case 'rule':
      return `<hr class="line" style="margin:24px 0;border:0;border-top:1px solid ${edge}">`
    case 'table':
      return `<table style="${gap};border-collapse:collapse;font:inherit"><thead><tr class="soft" style="color:${soft}">${block.head.map((one) => cell('th', one, look)).join('')}</tr></thead><tbody>
${block.rows.map((row) => `<tr>${row.map((one) => cell('td', one, look)).join('')}</tr>`).join('\n')}
</tbody></table>`
    case 'list': {
      const items = block.items.map((item) => {
        const [first] = item
        return `<li style="margin:0 0 6px">${item.length === 1 && first!.type === 'paragraph' ? inlineHtml(first!.inside, look) : blocksHtml(item, look)}</li>`
      })
      const list = `style="${gap};padding-inline-start:24px">${items.join('')}`
      return block.isOrdered ? `<ol start="${block.start}" ${list}</ol>` : `<ul ${list}</ul>`
    }
  }
}

const blocksHtml = (blocks: Block[], look: Look): string => blocks.map((block) => blockHtml(block, look)).join('\n')

export const markdownHtml = (text: string, look: Look): string => blocksHtml(readMarkdown(text), look)
