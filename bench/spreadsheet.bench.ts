import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportReport } from '#contract/console/spreadsheet.ts'
import { ensureWebBuild } from '#run/web/build.ts'
import { startProcess } from '#tests/support/process/whole-process.ts'
import { sheetOfProjects } from '#tests/support/sample/sheets.ts'
import { signIn } from '#tests/support/sign-in.ts'

const PROJECTS = 5000
const FAULTY = 60
const TARGET = { seconds: 15, megabytes: 500 }

// Import of a spreadsheet of projects into the service as started by an operator: duration of dry run and import, peak memory, and the
// latency of other calls meanwhile.
export async function benchSpreadsheet(): Promise<void> {
  if (process.platform !== 'linux') return console.log('reads peak memory from /proc: Linux only')
  await ensureWebBuild() // otherwise the service would build first
  const dataDir = mkdtempSync(join(tmpdir(), 'projectory-bench-'))
  const service = await startProcess(dataDir, { RATE_LIMITS: 'off', NODE_OPTIONS: '--max-semi-space-size=16' })
  try {
    const { accessToken } = await signIn({ origin: service.origin, authUrl: `${service.origin}/auth` }, 'curator')
    const authorization = `Bearer ${accessToken}`
    const tags = (await fetch(`${service.origin}/api/tag`).then((answer) => answer.json())) as { name: string }[]
    const { bytes, repaired } = sheetOfProjects(PROJECTS, FAULTY, tags[0]!.name)
    console.log(`${PROJECTS} projects, ${(bytes.length / 1e6).toFixed(1)} MB; before: ${peakOf(service.child.pid!)} MB at most`)
    const send = async (sheet: Buffer, mode: string) => {
      const form = new FormData()
      form.append('mode', mode)
      form.append('files', new Blob([sheet as Uint8Array<ArrayBuffer>]), 'projects.xlsx')
      const waits = watch(service.origin)
      const startedAt = performance.now()
      const answer = await fetch(`${service.origin}/api/console/import/project`, { method: 'POST', headers: { authorization }, body: form })
      const report = (await answer.json()) as ImportReport
      const seconds = (performance.now() - startedAt) / 1000
      return { report, seconds, longest: await waits() }
    }
    for (const [what, sheet, mode] of [
      ['report', bytes, 'try'],
      ['import', repaired, 'do'],
      ['the same again', repaired, 'try'],
    ] as const) {
      const { report, seconds, longest } = await send(sheet, mode)
      const { create, same, refuse } = report.counts
      console.log(
        `${what}: ${seconds.toFixed(1)} s (target < ${TARGET.seconds}); ${create} new, ${same} the same, ${refuse} refused; another call waited ${longest} ms at most; ${peakOf(service.child.pid!)} MB at most (target < ${TARGET.megabytes})`,
      )
    }
    const searchedAt = performance.now()
    const found = await fetch(`${service.origin}/api/project/findmany`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filters: { text: 'zolotisty' } }),
    }).then((answer) => answer.json() as Promise<{ total: number }>)
    console.log(`visible in search: ${found.total}, in ${Math.round(performance.now() - searchedAt)} ms`)
  } finally {
    await service.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Peak memory of the process in megabytes. */
const peakOf = (pid: number): number => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)

/** Polls /healthz; returns the maximum latency in ms. */
function watch(origin: string): () => Promise<number> {
  let isOn = true
  let longest = 0
  const watching = (async () => {
    while (isOn) {
      const startedAt = performance.now()
      await fetch(`${origin}/healthz`).then((answer) => answer.arrayBuffer())
      longest = Math.max(longest, performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return async () => {
    isOn = false
    await watching
    return Math.round(longest)
  }
}
