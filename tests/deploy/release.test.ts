import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { makeCheckout } from '#tests/support/process/checkout.ts'
import { debianProgram } from '#tests/support/process/debian-program.ts'
import { test } from '#tests/support/tier.ts'

const keys = mkdtempSync(join(tmpdir(), 'release-keys-'))
after(() => rmSync(keys, { recursive: true, force: true }))
const env = { ...process.env, HOME: keys, GIT_CONFIG_NOSYSTEM: '1', NODE_TEST_CONTEXT: undefined }
const clone = makeCheckout()
const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, env, encoding: 'utf8' }).trim()

function release(...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const command = [join(clone, 'deploy/release.ts'), ...args]
    execFile(process.execPath, command, { cwd: clone, env }, (error, out, problem) => resolve({ code: error ? 1 : 0, out: out + problem }))
  })
}

before(async () => {
  await debianProgram('ssh-keygen', 'openssh-client')
  rmSync(join(clone, 'node_modules'))
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Release')
  git('config', 'user.email', 'release@uni.example')
  const changelog = join(clone, 'CHANGELOG.md')
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## .*$/m, '## 7.8.9 (unreleased)'))
  git('add', '-A')
  git('commit', '-q', '-m', 'start')
})

test('a release that cannot be made names all reasons and changes nothing', async () => {
  const head = git('rev-parse', 'HEAD')
  assert.match((await release('next')).out, /not a version/)
  git('checkout', '-q', '-b', 'other')
  appendFileSync(join(clone, 'README.md'), '\n')
  const { code, out } = await release('9.9.9')
  assert.equal(code, 1)
  for (const part of [
    /working tree has changes/,
    /branch main/,
    /no heading “## 9\.9\.9 \(unreleased\)”/,
    /no key to sign/,
    /test:all has not passed/,
  ])
    assert.match(out, part)
  git('checkout', '-q', 'README.md')
  git('checkout', '-q', 'main')
  assert.equal(git('rev-parse', 'HEAD'), head)
})

test('a release has version, dated changelog, archive, SBOM, checksums and a signed tag', { timeout: 600_000 }, async () => {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'id')])
  writeFileSync(join(keys, 'allowed'), `release@uni.example ${readFileSync(join(keys, 'id.pub'), 'utf8')}`)
  git('config', 'gpg.format', 'ssh')
  git('config', 'gpg.ssh.allowedSignersFile', join(keys, 'allowed'))

  git('config', 'user.signingkey', join(keys, 'id.pub'))
  const passOn = (commit: string) => {
    mkdirSync(join(clone, '.cache/tests'), { recursive: true })
    writeFileSync(join(clone, '.cache/tests/all.json'), JSON.stringify({ commit }))
  }
  passOn('0'.repeat(40))
  assert.match((await release('7.8.9', '--no-image')).out, /^npm run test:all has not passed on this commit: run it first\.$/m)
  passOn(git('rev-parse', 'HEAD'))

  // A key that cannot sign: everything is taken back.
  git('config', 'user.signingkey', join(keys, 'missing'))
  const head = git('rev-parse', 'HEAD')
  const failed = await release('7.8.9', '--no-image')
  assert.match(failed.out, /Nothing was released/)
  assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')], [head, '', ''])

  git('config', 'user.signingkey', join(keys, 'id.pub'))
  assert.match((await release('7.8.9', '--dry-run')).out, /Would .*v7\.8\.9/)
  assert.equal(git('rev-parse', 'HEAD'), head)

  const { code, out } = await release('7.8.9', '--no-image')
  assert.equal(code, 0, out)
  git('verify-tag', 'v7.8.9')
  assert.equal(git('rev-parse', 'v7.8.9^{commit}'), git('rev-parse', 'HEAD'))
  assert.equal(git('status', '--porcelain'), '')
  for (const name of ['package.json', 'package-lock.json'])
    assert.equal(JSON.parse(readFileSync(join(clone, name), 'utf8')).version, '7.8.9')
  assert.match(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'), /^## 7\.8\.9 \(\d{4}-\d\d-\d\d\)$/m)
  assert.match(readFileSync(join(clone, 'deploy/helm/projectory/Chart.yaml'), 'utf8'), /^appVersion: 7\.8\.9$/m)

  const folder = join(clone, '.cache/release/7.8.9')
  assert.deepEqual(readdirSync(folder).toSorted(), ['SHA256SUMS', 'projectory-7.8.9.cdx.json', 'projectory-7.8.9.tar.gz'])
  for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name] = line.split('  ')
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(folder, name!)))
        .digest('hex'),
      sum,
    )
  }
  assert.equal(JSON.parse(readFileSync(join(folder, 'projectory-7.8.9.cdx.json'), 'utf8')).metadata.component.version, '7.8.9')
  const unpacked = join(keys, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', join(folder, 'projectory-7.8.9.tar.gz'), '-C', unpacked])
  for (const name of ['bin/projectory.mjs', 'deploy/install.sh', 'package-lock.json', '.npmrc'])
    assert.ok(existsSync(join(unpacked, 'projectory-7.8.9', name)), name)
})
