import { registerHooks } from 'node:module'

// postgres 3.4.9 does not let go of a connection that was lost inside a transaction. The transaction has failed, but what it does next
// (at the latest its rollback) is written into nothing, which ends the process, or into whatever transaction the next connection is in by then.
// Until that is mended there (github.com/porsager/postgres, issue 1208), it is mended here while it is loaded: docs/decisions/0013-lost-connections.md.

type Change = [from: string, to: string]

const changes: Record<string, Change[]> = {
  'index.js': [
    // A transaction is over when its connection is: nothing more is sent for it, and what waits is refused.
    ['let savepoints = 0\n', 'let lost = null, savepoints = 0\n'],
    [
      'connection.onclose = reject)',
      'connection.onclose = e => { lost = e; while (queries.length) queries.shift().reject(e); reject(e) })',
    ],
    [
      'q.catch(e => uncaughtError || (uncaughtError = e))\n',
      'q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost) return q.reject(lost)\n',
    ],
    // The same for a connection that somebody holds for themselves; lost, it is not theirs to give back.
    [
      'c.reserved.release = true\n',
      'c.reserved.release = true\n    let lost = null\n    c.onclose = e => { lost = e; while (queue.length) queue.shift().reject(e) }\n',
    ],
    ['sql.release = () => {\n', 'sql.release = () => {\n      if (lost) return\n      c.onclose = null\n'],
    ['function handler(q) {\n      c.queue', 'function handler(q) {\n      if (lost) return q.reject(lost)\n      c.queue'],
  ],
  'connection.js': [
    // A connection that could not learn the types of the database would read lists wrongly: it is given up, and the caller hears why.
    ['return fetchArrayTypes()\n', 'return fetchArrayTypes().catch(() => socket && socket.destroy())\n'],
    // What was still to be written to the lost connection is not the beginning of the next one, and its answers are not waited for.
    [
      'incomings = null\n    clearImmediate(nextWriteTimer)\n',
      'incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    ],
    [
      "!hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
      "if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = errorResponse = null\n",
    ],
  ],
}

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const file = /\/postgres\/src\/([a-z]+\.js)$/.exec(url)?.[1] ?? ''
    const wanted = changes[file]
    if (wanted === undefined) return loaded
    let source = String(loaded.source)
    for (const [from, to] of wanted) {
      if (source.split(from).length !== 2) throw new Error(`postgres is not the version that store/driver.ts was written for: ${file}`)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})

export const { default: postgres } = await import('postgres')

hooks.deregister()
