import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBom } from './sbom.ts'

// npm run release -- <version> [--dry-run] [--no-image]
// Checks first, then changes: version, changelog, archive, SBOM, image, checksums, commit and signed tag. Nothing is pushed.

const root = process.cwd()
const usage = 'Usage: npm run release -- <version> [--dry-run] [--no-image]'
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, 'no-image': { type: 'boolean' } },
})
const [version = ''] = positionals

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const git = (...args: string[]): string => run('git', ...args)
const attempt = (work: () => string): string => {
  try {
    return work()
  } catch {
    return ''
  }
}
const has = (command: string): boolean => attempt(() => run(command, '--version')) !== ''

/** All reasons at once, before anything is changed. */
function listFaults(): string[] {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) return [`“${version}” is not a version like 1.2.0. ${usage}`]
  const faults: string[] = []
  if (git('status', '--porcelain') !== '') faults.push('The working tree has changes: commit or remove them.')
  if (git('branch', '--show-current') !== 'main') faults.push('Releases are made on the branch main.')
  if (git('tag', '--list', `v${version}`) !== '') faults.push(`The tag v${version} exists already.`)
  if (!headingOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))) faults.push(`CHANGELOG.md has no heading “## ${version} (unreleased)”.`)
  if (attempt(() => git('config', 'user.signingkey')) === '')
    faults.push('There is no key to sign the tag: set git config user.signingkey (and gpg.format ssh for an SSH key).')
  if (!isTested()) faults.push('npm run test:all has not passed on this commit: run it first.')
  return faults
}

/** The test runner keeps the commit on which everything has passed. */
const isTested = (): boolean => {
  const record = attempt(() => readFileSync(join(root, '.cache/tests/all.json'), 'utf8'))
  return record !== '' && JSON.parse(record).commit === git('rev-parse', 'HEAD')
}

const headingOf = (text: string): string | undefined =>
  text.split('\n').find((line) => line === `## ${version} (unreleased)` || line === '## Unreleased')

function writeVersion(): void {
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(root, name)
    const content = JSON.parse(readFileSync(path, 'utf8'))
    content.version = version
    if (content.packages) content.packages[''].version = version
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
  }
  const changelog = join(root, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8')
  writeFileSync(changelog, text.replace(headingOf(text)!, `## ${version} (${new Date().toISOString().slice(0, 10)})`))
  const chart = join(root, 'deploy/helm/projectory/Chart.yaml')
  writeFileSync(chart, readFileSync(chart, 'utf8').replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`))
}

function writeFiles(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const name = `projectory-${version}`
  git('archive', '--format=tar.gz', `--prefix=${name}/`, '-o', join(folder, `${name}.tar.gz`), 'HEAD')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(createBom({ packages, system: {} }), null, 2)}\n`)
  if (!options['no-image'] && has('buildah')) {
    const labels = ['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${git('rev-parse', 'HEAD')}`]
    run('buildah', 'bud', '--format', 'docker', '-f', 'deploy/Containerfile', ...labels, '-t', `localhost/projectory:${version}`, '.')
    run('buildah', 'push', `localhost/projectory:${version}`, `oci-archive:${join(folder, `${name}.oci.tar`)}`)
  }
  const sums = readdirSync(folder).map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

function release(): void {
  const faults = listFaults()
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const folder = join(root, '.cache/release', version)
  if (options['dry-run']) {
    console.log(`Would set the version ${version}, date the changelog, write ${folder}, commit, and sign the tag v${version}.`)
    return
  }
  const before = git('rev-parse', 'HEAD')
  try {
    writeVersion()
    git('commit', '-q', '-a', '-m', `release: ${version}`)
    writeFiles(folder)
    sign()
  } catch (error) {
    attempt(() => git('tag', '-d', `v${version}`))
    git('reset', '-q', '--hard', before) // the tree was clean
    throw new Error(`Nothing was released, and the tree is as before: ${(error as { stderr?: string }).stderr || (error as Error).message}`)
  }
  console.log(`Released ${version}: ${readdirSync(folder).join(', ')} in ${folder}.\nPush it with: git push --follow-tags`)
}

// Some versions of git make a tag without a signature, and report success, when the key of SSH cannot be read.
function sign(): void {
  git('tag', '-s', `v${version}`, '-m', `Projectory ${version}`)
  if (!git('cat-file', 'tag', `v${version}`).includes('-----BEGIN ')) throw new Error('git did not sign the tag: check user.signingkey')
}

try {
  release()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
