import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '#contract/language.ts'
import { sampleContact, sampleEmails } from '#mail/email.samples.ts'
import { createMailbox, type Mailbox } from '#mail/mailbox/mailbox.ts'
import { readMailbox, writeMessage } from '#mail/message.ts'
import { createMailboxHandler } from '#run/dev/mailbox.ts'

export type SampleMailbox = { origin: string; mailbox: Mailbox; folder: string; idOf(name: string): string; close(): Promise<void> }

/** A mailbox with one email of every kind in a language, or an empty one, served on a free port. */
export async function openSampleMailbox(language: Language | null, onFault?: (fault: unknown) => void): Promise<SampleMailbox> {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-mailbox-'))
  const mailbox = createMailbox(folder)
  const ids = new Map<string, string>()
  for (const [at, { name, subject, text, html }] of (language === null ? [] : sampleEmails(language)).entries()) {
    const isContact = name === 'contact'
    const mail = await writeMessage({
      id: at + 1,
      from: readMailbox('Projectory <projectory@example.org>'),
      to: readMailbox(isContact ? 'people@example.org' : 'anna@students.example.org'),
      replyTo: isContact ? sampleContact(language!).replyTo : null,
      subject,
      text,
      html,
      date: new Date(),
      isAutomatic: !isContact,
      unsubscribe: null,
      requestId: null,
    })
    await mailbox.deliver(mail, async () => true)
    ids.set(name, (await mailbox.list())[0]!.id)
  }
  const guest = createMailboxHandler({ mailbox, locale: language ?? 'en', settings: { timeZone: 'Europe/Moscow' }, onFault })
  const server = createServer((message, response) => guest.handle(message, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mailbox,
    folder,
    idOf: (name) => ids.get(name)!,
    close: async () => {
      server.close().closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
