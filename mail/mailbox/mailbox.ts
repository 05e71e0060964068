import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadyMail, Transport } from '#mail/mail.ts'

// Development transport, used when no mail server is configured: stores emails in a folder, shown in the browser.

export type Stored = Omit<ReadyMail, 'raw'> & { id: string; at: string; raw: Buffer }
export type Summary = { id: string; at: string; to: string; subject: string }
export type Mailbox = Transport & { list(): Promise<Summary[]>; find(id: string): Promise<Stored | undefined> }

const MAX_LISTED = 200
const NAME = /^(\d{17}-[0-9a-f]{12})\.json$/ // the timestamp comes first: names sort by it

export function createMailbox(folder: string): Mailbox {
  let last = 0
  const pathOf = (id: string): string => join(folder, `${id}.json`)

  // Two emails in the same millisecond keep their order.
  function nextId(): { id: string; at: string } {
    last = Math.max(Date.now(), last + 1)
    const at = new Date(last).toISOString()
    return { id: `${at.replace(/\D/g, '')}-${randomBytes(6).toString('hex')}`, at }
  }

  // Atomic write: temporary file, fsync, rename.
  async function write(mail: ReadyMail): Promise<string> {
    const { id, at } = nextId()
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `.${id}`)
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(JSON.stringify({ ...mail, id, at, raw: mail.raw.toString('base64') }))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, pathOf(id))
    } finally {
      await rm(draft, { force: true })
    }
    await flushFolder(folder)
    return id
  }

  async function find(id: string): Promise<Stored | undefined> {
    if (!NAME.test(`${id}.json`)) return undefined
    try {
      const stored = JSON.parse(await readFile(pathOf(id), 'utf8'))
      return { ...stored, raw: Buffer.from(stored.raw, 'base64') }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  return {
    find,
    async list() {
      const names = await readdir(folder).catch((error) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))
      const ids = names.flatMap((name: string) => NAME.exec(name)?.[1] ?? [])
      const newest = ids.toSorted().toReversed().slice(0, MAX_LISTED)
      const mails = await Promise.all(newest.map(find))
      return mails.flatMap((mail) => (mail ? [{ id: mail.id, at: mail.at, to: mail.shown.to, subject: mail.shown.subject }] : []))
    },
    async deliver(mail, commit) {
      if (!(await commit())) return { kind: 'lost', reply: 'the email was claimed by another worker', isUntouched: true }
      try {
        return { kind: 'accepted', reply: `in the mailbox as ${await write(mail)}` }
      } catch (error) {
        return { kind: 'lost', reply: `the mailbox could not be written: ${(error as Error).message} (${folder})` }
      }
    },
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
