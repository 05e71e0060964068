import assert from 'node:assert/strict'
import sharp from 'sharp'
import { EditedCover } from '#contract/cover.ts'
import { getProject } from '#contract/project.ts'
import type { TestService } from '#tests/support/service.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

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

/** One service for tests about the cover of a project. vera is a member and boris an administrator of the team that works on it; gleb is in no team. */
export function useCovers() {
  const slug = 'museum-pocket-guide'
  const used = useService({ people: ['curator', 'boris', 'vera', 'gleb'] })
  const { service } = used
  const idOf = async (at: string): Promise<number> =>
    ((await service.sql`select id from project where slug = ${at}`)[0] as { id: number }).id
  return {
    ...used,
    slug,
    idOf,
    put: (who: Caller, fields: Record<string, string>, bytes: Buffer | null, to = slug, language = 'en') =>
      sendCover(service, who, to, { fields, bytes, language }),
    audited: async (at: string) =>
      (await service.sql`select action, detail from audit_event where target = ${`project ${await idOf(at)}`} order by seq`).map((row) => [
        row.action,
        row.detail,
      ]),
    shown: async () => (await service.call(getProject, { params: { slug } })).project.cover,
  }
}
