import { createHash } from 'node:crypto'
import type { Language } from '#contract/language.ts'
import { pageStyle } from './page.style.ts'

// Pages outside of the web client: static HTML without scripts or external resources, not embeddable in frames.

export type Tone = 'refused' | 'trouble' | 'done'
/** Name and colour of the directory. */
export type PageLook = { name: string; accentHue: number }
type Framed = {
  language: Language
  title: string
  tone: Tone
  main: string // HTML, below the title
  footer?: string
  directory: PageLook
  formAction?: string // value of the CSP directive form-action
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

// Against spoofed text: bidirectional controls and invisible characters become U+FFFD, except the joiners that scripts and emoji need.
const deceptive = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu
export function plain(value: string, most = 254): string {
  const characters = [...value.trim().replace(deceptive, '\ufffd')]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

export const bdi = (value: string): string => `<bdi>${escaped(plain(value))}</bdi>`

// Russian typography: no line starts with a dash, no line ends with a short word.
export const withNoBreakSpaces = (text: string): string =>
  text
    .replace(/(?<!\p{L})(?:[авикосуя]|не|на|из|по|до|за|от|об|но) (?=\p{L})/giu, (word) => `${word.trimEnd()}\u00a0`)
    .replaceAll(' —', '\u00a0—')

const strokes: Record<Tone, string> = { refused: 'M6 12h12', trouble: 'M12 5v8.5M12 18.5v.01', done: 'M5 12.5l4.6 4.5L19 7.5' }
const drawing = (size: number, path: string): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`

let style = { hue: -1, text: '', hash: '' }

function styleOf(hue: number): typeof style {
  if (style.hue !== hue) {
    const text = pageStyle(hue)
    style = { hue, text, hash: createHash('sha256').update(text).digest('base64') }
  }
  return style
}

export function framePage({ language, title, tone, main, footer = '', directory, formAction = "'none'" }: Framed) {
  const name = plain(directory.name, 80)
  const { text: styleText, hash: styleHash } = styleOf(directory.accentHue)
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(`${title} · ${name}`)}</title>
<style>${styleText}</style>
</head>
<body>
<header><p class="mark" translate="no">${drawing(20, 'M3 20C4 10 10 5 20 5M14.5 2.5L20 5l-3 5')} ${bdi(name)}</p></header>
<main>
<div class="sign ${tone}">${drawing(32, strokes[tone])}</div>
<h1>${escaped(title)}</h1>
${main}
</main>
${footer}</body>
</html>
`
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`
  const headers: [string, string][] = [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Language', language],
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', policy],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ]
  return { html, headers }
}
