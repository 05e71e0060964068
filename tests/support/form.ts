// multipart/form-data as bytes, including forms that no browser would send.

export type FormPart = { name?: string; filename?: string; type?: string; content: string | Uint8Array }

export const BOUNDARY = 'a-line-that-nobody-writes'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export function formBody(parts: FormPart[], { boundary = BOUNDARY, isClosed = true } = {}): Buffer {
  const pieces: Buffer[] = []
  for (const { name, filename, type, content } of parts) {
    const names = [
      name === undefined ? '' : `; name="${name}"`,
      filename === undefined ? '' : `; filename="${filename.replaceAll('"', '\\"')}"`,
    ].join('')
    const contentType = type ?? (filename === undefined ? undefined : 'application/octet-stream')
    pieces.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data${names}\r\n`))
    pieces.push(Buffer.from(`${contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`}\r\n`))
    pieces.push(Buffer.from(content as string), Buffer.from('\r\n'))
  }
  if (isClosed) pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return Buffer.concat(pieces)
}

export const field = (name: string, content: string): FormPart => ({ name, content })
export const file = (filename: string, content: string | Uint8Array, name = 'files'): FormPart => ({ name, filename, content })
