import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after } from 'node:test'

const root = join(import.meta.dirname, '..', '..', '..')
const excluded = ['node_modules', '.cache', '.git', '.env', 'data']

/** A copy of this project with the installed packages, for tests that change files or check what is written. */
export function makeCheckout(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')))
  after(() => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(root, copy, { recursive: true, filter: (path) => dirname(path) !== root || !excluded.includes(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** NODE_OPTIONS that make the running Node report an old version. */
export const pretendOldNode = `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperty(process,'version',{value:'v20.20.0'})`)}`

/** Environment in which the launcher sees an old Node and switches to its downloaded Node, a symlink to the running one. */
export async function oldNode(checkout: string): Promise<{ NODE_OPTIONS: string }> {
  const { cachedNode } = await import(join(checkout, 'bin/runtime.mjs'))
  mkdirSync(dirname(cachedNode(checkout)), { recursive: true })
  symlinkSync(process.execPath, cachedNode(checkout))
  return { NODE_OPTIONS: pretendOldNode }
}
