// Emails and phone numbers in the free text of a contact. Words are scanned one by one, so the time is linear in the size of the text.

export type ContactPart = string | { text: string; href: string }

const PHONE = /\+?\d[\d ()-]{6,}\d/g
const WORD = /[^\s,;<>()]+/g

type Found = { from: number; to: number; scheme: 'mailto' | 'tel' }

/** The length of an email address at the start of a word, 0 if there is none: name@host.tld, without punctuation after it. */
function addressLength(word: string): number {
  const sign = word.indexOf('@')
  if (sign < 1) return 0
  for (let dot = word.length - 2; dot > sign + 1; dot--) {
    if (word[dot] !== '.') continue
    const top = /^\w+/.exec(word.slice(dot + 1, dot + 65))
    if (top) return dot + 1 + top[0].length
  }
  return 0
}

export function contactParts(text: string): ContactPart[] {
  const found: Found[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = addressLength(word)
    if (length > 0) found.push({ from: index, to: index + length, scheme: 'mailto' })
  }
  for (const { 0: phone, index } of text.matchAll(PHONE)) found.push({ from: index, to: index + phone.length, scheme: 'tel' })
  found.sort((a, b) => a.from - b.from || (a.scheme === 'mailto' ? -1 : 1))

  const parts: ContactPart[] = []
  let end = 0
  for (const { from, to, scheme } of found) {
    if (from < end) continue // digits inside an address
    if (from > end) parts.push(text.slice(end, from))
    const own = text.slice(from, to)
    parts.push({ text: own, href: `${scheme}:${scheme === 'tel' ? own.replace(/[^\d+]/g, '') : own}` })
    end = to
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
