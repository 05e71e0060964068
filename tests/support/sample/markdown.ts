import type { Inline } from '#rules/text/markdown-inline.ts'

/** Parsed Markdown in a short form: «strong», /em/, <address|name>. */
export const inlineText = (parts: Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.type === 'code') return `{${part.text}}`
      if (part.type === 'break') return '⏎'
      if (part.type === 'picture') return `[${part.file}|${part.alt}]`
      if (part.type === 'mention') return `@${part.login}`
      if (part.type === 'link') return `<${part.href}|${inlineText(part.inside)}>`
      return `${{ strong: '«S', em: '«E', del: '«D' }[part.type]}${inlineText(part.inside)}»`
    })
    .join('')
