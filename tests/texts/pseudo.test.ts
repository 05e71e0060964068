import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'projectory-texts-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('one more folder is a language: every email, error, server page and sheet is in it, and nothing is written by code', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'walk.ts'), folder], { encoding: 'utf8' })
  assert.equal(stderr, '')
  const { count, found } = JSON.parse(stdout) as { count: number; found: string[] }
  assert.deepEqual(found, [])
  assert.ok(count > 5000, `${count} texts`)
})
