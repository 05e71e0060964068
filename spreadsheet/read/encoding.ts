import type { Encoding } from '#spreadsheet/sheet.ts'

// Text in the encodings that spreadsheet programs write.

let windows1251: Map<string, number> | undefined

function asWindows1251(text: string): Buffer {
  windows1251 ??= new Map(
    [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map((sign, byte) => [sign, byte]),
  )
  const bytes = Buffer.alloc(text.length)
  let length = 0
  for (const sign of text) bytes[length++] = windows1251.get(sign) ?? 0x3f // "?"
  return bytes.subarray(0, length)
}

export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'windows-1251') return asWindows1251(text)
  if (encoding === 'utf-8') return Buffer.from(text)
  const marked = `\ufeff${text}`
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le')
  return encoding === 'utf-16be' ? Buffer.from(marked, 'utf16le').swap16() : Buffer.from(marked)
}
