import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { File } from '#contract/project.ts'
import { FORM_TYPE, type FormPart, field, file, formBody } from './form.ts'
import { startService, type TestService } from './service.ts'
import { signIn } from './sign-in.ts'
import { assertShape } from './strict-client.ts'

// Results as the mobile client uploads them: forms with one file.

type UploadFields = { project?: string; team?: string | number; category?: string; name?: string; content?: string | Uint8Array }
export type Person = { id: number; token: string }

export async function startWithFiles(settings: Parameters<typeof startService>[0] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  const service = await startService({ ...settings, env: { DATA_DIR: folder, ...settings?.env } })
  const stop = service.close
  const close = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return Object.assign(service, { folder, close })
}
export type FileService = Awaited<ReturnType<typeof startWithFiles>>

/** Anna, added as an administrator of another team on the same project. */
export async function otherTeamAdminOf(service: TestService): Promise<Person> {
  const anna = await personOf(service, 'anna')
  await service.sql`
    insert into member (team_id, person_id, name, is_administrator)
    select id, ${anna.id}, 'Anna', true from team where name = 'Tidewater' on conflict do nothing`
  return anna
}

export async function personOf(service: TestService, login: string): Promise<Person> {
  const { accessToken, user } = await signIn(service, login)
  return { id: user.id, token: accessToken }
}

export const sendForm = (url: string, person: Person | null, parts: FormPart[], headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE, ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
    body: formBody(parts) as Buffer<ArrayBuffer>,
  })

export const uploadForm = (fields: UploadFields): FormPart[] => [
  field('project', fields.project ?? 'museum-pocket-guide'),
  field('team', String(fields.team ?? 2)),
  field('category', fields.category ?? 'Report'),
  file(fields.name ?? 'report.txt', fields.content ?? 'our report'),
]

export const upload = (service: TestService, person: Person | null, fields: UploadFields = {}, headers?: Record<string, string>) =>
  sendForm(`${service.url}/project/results/upload-file`, person, uploadForm(fields), headers)

export const change = (
  service: TestService,
  person: Person | null,
  id: number,
  content: string | Uint8Array,
  { name = 'report.txt', comment, headers }: { name?: string; comment?: string; headers?: Record<string, string> } = {},
) =>
  sendForm(
    `${service.url}/project/results/change-file`,
    person,
    [field('file', String(id)), ...(comment === undefined ? [] : [field('comment', comment)]), file(name, content)],
    headers,
  )

export const remove = (service: TestService, person: Person | null, id: number | string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/project/results/delete-file?file=${id}`, {
    method: 'DELETE',
    headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
  })

export const download = (service: TestService, person: Person | null, id: number | string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/file/${id}`, { headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers } })

export async function fileOf(response: Response): Promise<File> {
  assert.equal(response.status, 200, await response.clone().text())
  const file = (await response.json()) as File
  assertShape(File, file, 'the file')
  return file
}

/** Waits for the removal of temporary files, which continues after the response. */
export async function temporaryFiles(folder: string): Promise<string[]> {
  const names = () => readdir(join(folder, 'files', '.tmp')).catch(() => [])
  const deadline = performance.now() + 10_000
  while ((await names()).length > 0 && performance.now() < deadline) await sleep(20)
  return names()
}
