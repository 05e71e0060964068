import type { Language } from '#contract/language.ts'
import { accentsOf, darkRules, neutrals } from './email.style.ts'
import { escaped } from './escaped.ts'
import { markdownHtml } from './markdown.ts'

// An email as one structure that renders to plain text and HTML, so that both have the same content.

/** Our text with untrusted values in it. */
export type Line = (string | { value: string })[]
export type Block =
  | { kind: 'line'; line: Line }
  | { kind: 'heading'; line: Line }
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'table'; rows: { label: string; value: string }[] }
  | { kind: 'markdown'; text: string }
  | { kind: 'list'; items: { when: string; line: Line; url: string }[] }
export type Email = {
  language: Language
  subject: string
  title: string
  greeting: Line
  blocks: Block[]
  action: { label: string; url: string } | null
  after: Line[] // what to do if it was not the reader
  why: Line
  footerLinks: { label: string; url: string }[] // settings, unsubscribe, contact
  directory: { name: string; accentHue: number }
}

// Control and invisible characters are replaced; only the joiners that scripts and emoji need are kept.
const deceptive = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu
const LONGEST = 200

/** An untrusted value on one line, without control characters. */
export function plain(value: string, most = LONGEST): string {
  const characters = [...value.replace(/\s+/gu, ' ').trim().replace(deceptive, '\ufffd')]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

// Less strict than for names: zero-width characters may stay, e.g. soft hyphens and the parts of a flag.
const controls = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The same for a text of several lines, of any length. */
export const plainLines = (value: string): string[] =>
  value
    .trim()
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', '  ').replace(controls, '\ufffd').trimEnd())

// Bidirectional isolates around right-to-left text.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

export const lineText = (line: Line): string => line.map((part) => (typeof part === 'string' ? part : isolated(plain(part.value)))).join('')

function blockText(block: Block): string {
  if (block.kind === 'line') return lineText(block.line)
  if (block.kind === 'heading') return lineText(block.line)
  if (block.kind === 'markdown') return plainLines(block.text).join('\n') // readable as it is
  if (block.kind === 'quote') return [block.label, ...plainLines(block.text).map((line) => `> ${line}`.trimEnd())].join('\n')
  if (block.kind === 'table') return block.rows.map(({ label, value }) => `${label}: ${isolated(plain(value))}`).join('\n')
  return block.items.map(({ when, line, url }) => `* ${when}: ${lineText(line)}\n  ${url}`).join('\n\n')
}

export function emailText({ greeting, blocks, action, after, why, footerLinks, directory }: Email): string {
  const parts = [
    lineText(greeting),
    ...blocks.map(blockText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after.map(lineText),
    // Signature separator (RFC 3676 4.3): mail clients omit what follows in replies.
    ['-- ', isolated(plain(directory.name)), lineText(why), ...footerLinks.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

const valueHtml = (value: string): string => `<bdi>${escaped(plain(value))}</bdi>`
const lineHtml = (line: Line): string => line.map((part) => (typeof part === 'string' ? escaped(part) : valueHtml(part.value))).join('')

const { ink, soft, paper, card, edge } = neutrals
const paragraph = (html: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${html}</p>`

function blockHtml(block: Block, { accent, tint }: ReturnType<typeof accentsOf>): string {
  if (block.kind === 'line') return paragraph(lineHtml(block.line))
  if (block.kind === 'heading') return `<h2 style="margin:24px 0 10px;font-size:19px;line-height:1.3">${lineHtml(block.line)}</h2>`
  if (block.kind === 'markdown') return `<div dir="auto">${markdownHtml(plainLines(block.text).join('\n'), { accent, tint })}</div>`
  if (block.kind === 'quote')
    return `${paragraph(escaped(block.label), `margin-bottom:6px;color:${soft}`).replace('<p', '<p class="soft"')}
<blockquote class="tint" dir="auto" style="margin:0 0 16px;padding:12px 16px;border-radius:10px;background:${tint}">${plainLines(block.text)
      .map(escaped)
      .join('<br>')}</blockquote>`
  if (block.kind === 'table')
    return `<table style="margin:0 0 16px;border-collapse:collapse;font:inherit"><tbody>
${block.rows
  .map(
    ({ label, value }) =>
      `<tr><th scope="row" class="soft" style="padding:3px 16px 3px 0;text-align:start;vertical-align:top;white-space:nowrap;font-weight:400;color:${soft}">${escaped(label)}</th><td style="padding:3px 0">${valueHtml(value)}</td></tr>`,
  )
  .join('\n')}
</tbody></table>`
  return `<ul style="margin:0 0 16px;padding:0;list-style:none">
${block.items
  .map(
    ({ when, line, url }) =>
      `<li class="line" style="padding:12px 0;border-top:1px solid ${edge}"><span class="soft" style="display:block;font-size:14px;color:${soft}">${escaped(when)}</span><a class="accent" href="${escaped(url)}" style="color:${accent}">${lineHtml(line)}</a></li>`,
  )
  .join('\n')}
</ul>`
}

/** Only text and links: no images, no scripts, no external resources. */
export function emailHtml({ language, subject, title, greeting, blocks, action, after, why, footerLinks, directory }: Email): string {
  const accents = accentsOf(directory.accentHue)
  const { accent, onAccent } = accents
  const button =
    action &&
    `<p style="margin:24px 0"><a class="button" href="${escaped(action.url)}" style="display:inline-block;padding:13px 22px;border-radius:12px;font-weight:600;text-decoration:none;color:${onAccent};background:${accent}">${escaped(action.label)}</a></p>`
  const links = footerLinks.map(({ label, url }) => `<a class="soft" href="${escaped(url)}" style="color:${soft}">${escaped(label)}</a>`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkRules(directory.accentHue)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div class="paper" role="article" lang="${language}" aria-label="${escaped(subject)}" style="padding:24px 12px;background:${paper}">
<table role="presentation" align="center" style="width:100%;max-width:600px;margin:0 auto;border-collapse:separate;border-spacing:0"><tbody>
<tr><td class="ink" style="padding:0 8px 14px;font:700 17px/1.4 ${fonts};color:${ink}" translate="no">${valueHtml(directory.name)}</td></tr>
<tr><td class="card ink" style="padding:28px 24px 12px;border:1px solid ${edge};border-radius:16px;font:400 16px/1.55 ${fonts};color:${ink};background:${card};overflow-wrap:anywhere">
<h1 style="margin:0 0 18px;font-size:23px;line-height:1.25;letter-spacing:-.01em">${escaped(title)}</h1>
${[paragraph(lineHtml(greeting)), ...blocks.map((block) => blockHtml(block, accents)), ...(button ? [button] : []), ...after.map((line) => paragraph(lineHtml(line)))].join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 8px 0;font:400 14px/1.5 ${fonts};color:${soft};overflow-wrap:anywhere">
<p style="margin:0 0 8px">${lineHtml(why)}</p>
<p style="margin:0">${links.join(' · ')}</p>
</td></tr>
</tbody></table>
</div>
</body>
</html>
`
}

const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
