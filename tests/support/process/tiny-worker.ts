import { openChannel } from '#run/workers/channel.ts'
import type { ToMain, ToWorker } from '#run/workers/messages.ts'

// A worker that serves nothing: it is ready at once, and ends when it is told to.

const channel = openChannel<ToMain, ToWorker>(process as never, (message) => {
  if (message.kind === 'start') channel.tell({ kind: 'ready', port: 1 })
  if (message.kind === 'stop') process.exit(0)
  return message.kind === 'ping'
})
