import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

// A master key in a file; one key per purpose is derived from it (HKDF). With two lines the first one signs and encrypts, both verify and
// decrypt, so that the master key can be rotated without signing users out.
export type Secrets = {
  refreshMac: Buffer[]
  codeMac: Buffer[]
  cookie: Buffer[]
  keySealing: Buffer[]
  roundSealing: Buffer[]
  auditMac: Buffer[]
  backupMac: Buffer[]
}

const LINE = /^[\w-]{43}$/ // 32 bytes as base64url
const SAMPLES = [/^(.)\1+$/, /sample|example|change/i]

export const makeMasterKey = (): string => randomBytes(32).toString('base64url')

/** Never overwrites: two processes that start at the same time get the same key. */
export function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(path)) return
  // Write to a temporary file, then link: no partial read, no empty file after a crash.
  const temporary = `${path}.${process.pid}`
  const file = openSync(temporary, 'wx', 0o400)
  writeSync(file, `${makeMasterKey()}\n`)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(temporary)
  }
}

export function readKeyFile(path: string): Secrets {
  const { mode } = statSync(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`KEY_FILE: others may read ${path}. Make it private: chmod 400 ${path}`)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length < 1 || lines.length > 2 || !lines.every((line) => LINE.test(line)))
    throw new Error(`KEY_FILE: ${path} should hold one or two lines of 43 characters, as “npx projectory keys create” writes them`)
  if (lines.some((line) => SAMPLES.some((sample) => sample.test(line))))
    throw new Error(`KEY_FILE: ${path} holds a sample, not a secret. Make a real one: npx projectory keys create`)
  return secretsOf(lines)
}

export function secretsOf(masters: string[]): Secrets {
  const derived = (purpose: string): Buffer[] =>
    masters.map((master) => Buffer.from(hkdfSync('sha256', Buffer.from(master, 'base64url'), 'projectory', purpose, 32)))
  return {
    refreshMac: derived('refresh token'),
    codeMac: derived('authorization code'),
    cookie: derived('sign-in cookie'),
    keySealing: derived('signing keys'),
    roundSealing: derived('rounds'), // seeds of lotteries
    auditMac: derived('audit exports'),
    backupMac: derived('backups'),
  }
}
