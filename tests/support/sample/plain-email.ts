import type { Compose } from '#mail/mail.ts'

export const messageIdOf = (id: number): string => `<outbox-${id}@directory.test>`

/** A minimal message: these tests are about delivery. */
export const composePlain: Compose = async ({ id, data }) => {
  const { to = `person-${id}@people.test`, size = 2000 } = data as { to?: string; size?: number }
  const messageId = messageIdOf(id)
  const head = `Message-ID: ${messageId}\r\nFrom: office@directory.test\r\nTo: ${to}\r\nSubject: ${id}\r\n\r\n`
  const raw = Buffer.from(`${head}${'.a line of the text\r\n'.repeat(Math.ceil(size / 20))}`)
  const shown = { from: 'office@directory.test', to, replyTo: null, subject: String(id), text: '', html: null }
  return { envelope: { from: 'office@directory.test', to }, messageId, raw, shown }
}
