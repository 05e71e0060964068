import { appendFileSync } from 'node:fs'
import { startPeer } from '#tests/support/peer/smtp-peer.ts'

// A mail server that accepts everything and records the Message-ID before it answers: node smtp-sink.ts <file>
const [file] = process.argv.slice(2)
const peer = await startPeer({
  onTaken: ({ messageId, to }) => appendFileSync(file!, `${JSON.stringify({ messageId, to, at: Date.now() })}\n`),
})
process.on('disconnect', () => process.exit(0))
process.send!({ port: peer.port })
