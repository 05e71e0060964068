import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentTexts } from '#run/documents.ts'

// npm run test:clients: the OpenAPI documents as others use them. Packages of npm check them and generate clients; a program for each of these
// has to compile without a cast. Not part of npm test: the generators need another version of TypeScript than ours.

const packages = [
  '@redocly/cli@2.77.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
  'typescript@5.9.3',
]
const programs = new URL('./programs/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'projectory-clients-'))
const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
const step = (what: string, work: () => void): void => {
  try {
    work()
    console.log(`✔ ${what}`)
  } catch {
    console.log(`✖ ${what}`)
    process.exitCode = 1
  }
}

writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
run('npm', 'install', '--no-audit', '--no-fund', '--silent', ...packages)
for (const [part, text] of Object.entries(documentTexts())) {
  writeFileSync(join(folder, `${part}.json`), text)
  step(`${part}: the recommended rules of Redocly`, () => run('npx', 'redocly', 'lint', '--extends', 'recommended', `${part}.json`))
  step(`${part}: openapi-typescript`, () => run('npx', 'openapi-typescript', `${part}.json`, '-o', `${part}.d.ts`))
  step(`${part}: @hey-api/openapi-ts`, () => run('npx', 'openapi-ts', '-i', `${part}.json`, '-o', part))
}
const options = '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable'
for (const name of ['openapi-typescript', 'hey-api']) {
  copyFileSync(new URL(`${name}.ts.txt`, programs), join(folder, `${name}.ts`))
  step(`a program with the client of ${name} compiles`, () =>
    execFileSync('npx', ['tsc', ...options.split(' '), `${name}.ts`], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }),
  )
}
rmSync(folder, { recursive: true, force: true })
