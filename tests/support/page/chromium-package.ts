import { execFile } from 'node:child_process'
import { chmodSync, createReadStream, createWriteStream, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

// A headless Chromium for x64 Linux in an npm package: about 70 MB, needs no root, includes libraries and a font.
// Not in package.json, because every install would download it. The checksum pins the binary.
const name = '@sparticuz/chromium'
const version = '153.0.0'
const integrity = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='

type Fetching = { root: string; say(line: string): void }

const homeOf = (root: string): string => join(root, '.cache/chromium', version)
export const fetchedChromium = (root: string): string => join(homeOf(root), 'start.sh')

type InstallPackage = (wanted: { name: string; version: string; integrity: string }, folder: string, failure: string) => Promise<void>
const { installPackage } = (await import(new URL('../../../bin/npm.mjs', import.meta.url).href)) as { installPackage: InstallPackage }

export async function fetchChromium({ root, say }: Fetching): Promise<string> {
  say(`Chromium not found; downloading ${name} ${version}…`)
  const home = homeOf(root)
  mkdirSync(join(home, '..'), { recursive: true })
  const draft = mkdtempSync(`${home}.new-`)
  try {
    await installPackage({ name, version, integrity }, draft, `The package ${name} could not be downloaded.`)
    await unpack(join(draft, 'node_modules', name, 'bin'), draft)
    rmSync(join(draft, 'node_modules'), { recursive: true })
    rmSync(home, { recursive: true, force: true })
    renameSync(draft, home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  writeStarter(home, fetchedChromium(root))
  return fetchedChromium(root)
}

async function unpack(packed: string, folder: string): Promise<void> {
  const inflate = (file: string, target: string) =>
    pipeline(createReadStream(join(packed, file)), createBrotliDecompress(), createWriteStream(join(folder, target)))
  await inflate('chromium.br', 'chromium')
  chmodSync(join(folder, 'chromium'), 0o755)
  for (const archive of ['al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
    await inflate(`${archive}.br`, archive)
    await promisify(execFile)('tar', ['-xf', join(folder, archive), '-C', folder])
    rmSync(join(folder, archive))
  }
}

// The package targets AWS Lambda, so the paths of its libraries and fonts must be set. Written last: the file marks a complete download.
function writeStarter(home: string, path: string): void {
  const folders = [join(home, 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('')
  writeFileSync(
    join(home, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${home}/font-cache</cachedir></fontconfig>\n`,
  )
  const env = `LD_LIBRARY_PATH='${home}/lib' FONTCONFIG_FILE='${home}/fonts.conf'`
  writeFileSync(path, `#!/bin/sh\n${env} exec '${home}/chromium' "$@"\n`, { mode: 0o755 })
}
