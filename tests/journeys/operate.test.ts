import assert from 'node:assert/strict'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import backup from '#cli/commands/backup.ts'
import restore from '#cli/commands/restore.ts'
import { listNewProjects } from '#contract/project.ts'
import { listSaved, saveProject } from '#contract/saved.ts'
import { readConfig } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { serve } from '#run/serve.ts'
import { freePort } from '#tests/support/free-port.ts'
import { runHere } from '#tests/support/process/command.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { strictClient } from '#tests/support/strict-client.ts'
import { journey } from '#tests/support/tier.ts'

const folders = [0, 1].map(() => {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-operate-'))
  chmodSync(folder, 0o755) // the database may run as another user
  return folder
}) as [string, string]
let first: WholeProcess | undefined
let second: Awaited<ReturnType<typeof serve>> | undefined
after(async () => {
  await first?.kill('SIGKILL')
  await second?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function signedIn(origin: string) {
  const { accessToken } = await signIn({ origin, authUrl: `${origin}/auth` }, 'gleb')
  return { call: strictClient(`${origin}/api`), headers: { authorization: `Bearer ${accessToken}` } }
}

// Only the first start is a process of its own: to load all modules again for each command would take most of the time.
const commandIn = (folder: string, command: typeof backup | typeof restore, args: string[]) => {
  Object.assign(process.env, { DATA_DIR: folder, NODE_ENV: 'development' })
  return runHere(command, args)
}

journey('an operator starts a directory, somebody writes, it is backed up, stopped, restored elsewhere and started there', async () => {
  const [here, there] = folders
  first = await startProcess(here)
  const before = await signedIn(first.origin)
  const { projects } = await before.call(listNewProjects, {})
  const { slug } = projects[0]!
  const earlier = await before.call(listSaved, { headers: before.headers })
  assert.ok(!earlier.projects.some((project) => project.slug === slug))
  await before.call(saveProject, { params: { slug }, headers: before.headers })
  const file = join(here, 'whole.tar.zst')
  const made = await commandIn(here, backup, ['--out', file])
  assert.equal(made.status, 0, made.stderr)
  assert.equal(await first.kill('SIGTERM'), 0, first.output())

  cpSync(join(here, 'keys'), join(there, 'keys'), { recursive: true }) // not in the backup
  const restored = await commandIn(there, restore, [file])
  assert.equal(restored.status, 0, restored.stderr)
  assert.match(restored.stdout, /All \d{2,} tables are equal to their checksums/)
  const port = await freePort()
  second = await serve(readConfig({ DATA_DIR: there, PORT: String(port) }), quietLog())
  const after = await signedIn(`http://127.0.0.1:${port}`)
  const saved = await after.call(listSaved, { headers: after.headers })
  assert.ok(
    saved.projects.some((project) => project.slug === slug),
    `${slug} is not among the restored`,
  )
  await second.stop()
  second = undefined
})
