import assert from 'node:assert/strict'
import sharp from 'sharp'
import { EditedCover } from '#contract/cover.ts'
import type { TestService } from './service.ts'
import { assertShape } from './strict-client.ts'

/** Red on the left, green on the right. */
export const twoColours = (width = 320, height = 90): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: 'lime' } }, left: width / 2, top: 0 }])
    .png()
    .toBuffer()

type Caller = { tokens: { accessToken: string } } | null
type Sent = { fields: Record<string, string>; bytes: Buffer | null; language?: string }

export async function sendCover(
  { url }: TestService,
  who: Caller,
  slug: string,
  { fields, bytes, language = 'en' }: Sent,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (bytes) form.set('files', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'cover.png')
  const headers = { 'accept-language': language, ...(who ? { authorization: `Bearer ${who.tokens.accessToken}` } : {}) }
  return fetch(`${url}/project/${slug}/cover`, { method: 'POST', headers, body: form })
}

export async function coverFrom(response: Response): Promise<EditedCover> {
  assert.equal(response.status, 200, await response.clone().text())
  const cover = (await response.json()) as EditedCover
  assertShape(EditedCover, cover, 'the answer')
  return cover
}
