import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// The packages of a release as CycloneDX 1.5: those of package-lock.json that a production start needs, and, for an image, the Debian
// packages of its root file system and Node. Made from the files alone, without npm and network, and the same for the same input.
//
// node deploy/sbom.ts [--debian /var/lib/dpkg/status] [--all-platforms] [--out sbom.cdx.json]

type Names = Record<string, string>
type Entry = { version: string; integrity?: string; license?: string; dependencies?: Names; optionalDependencies?: Names }
export type Packages = Record<string, Entry>
type System = { os?: string; cpu?: string; libc?: string }

type Component = {
  'bom-ref': string
  type: 'application' | 'library'
  name: string
  version: string
  purl: string
  group?: string
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses?: ({ license: { id: string } } | { expression: string })[]
}

const root = join(import.meta.dirname, '..')
export const { neededPaths, resolveIn, thisSystem } = (await import(new URL('../bin/dependencies.mjs', import.meta.url).href)) as {
  neededPaths(packages: Packages, options: { withDev: boolean; system: System }): string[]
  resolveIn(packages: Packages, from: string, name: string): string | undefined
  thisSystem(): System
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const npmUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

function npmComponent(path: string, { version, integrity, license }: Entry): Component {
  const name = nameOf(path)
  const [group, short] = name.startsWith('@') ? (name.split('/') as [string, string]) : [undefined, name]
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? '')?.[1]
  return {
    'bom-ref': npmUrl(name, version),
    type: 'library',
    ...(group && { group }),
    name: short,
    version,
    purl: npmUrl(name, version),
    ...(sha512 && { hashes: [{ alg: 'SHA-512' as const, content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    ...(license && { licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }),
  }
}

function nodeComponent(version: string): Component {
  const purl = `pkg:generic/node@${version}`
  return { 'bom-ref': purl, type: 'application', name: 'node', version, purl, licenses: [{ license: { id: 'MIT' } }] }
}

/** The installed packages of /var/lib/dpkg/status. */
export function debianComponents(status: string): Component[] {
  const stanzas = status
    .split(/\n\n+/)
    .map((text) => Object.fromEntries([...text.matchAll(/^([A-Za-z-]+): (.*)$/gm)].map((m) => [m[1], m[2]])))
  return stanzas
    .filter((fields) => fields.Status === 'install ok installed')
    .map(({ Package: name, Version: version, Architecture: arch }) => {
      const purl = `pkg:deb/debian/${encodeURIComponent(name!)}@${encodeURIComponent(version!)}?arch=${arch}`
      return { 'bom-ref': purl, type: 'library', name: name!, version: version!, purl }
    })
}

type Input = { packages: Packages; system: System; debian?: string; node?: string }

export function createBom({ packages, system, debian, node }: Input) {
  const { name, version, license } = packages[''] as Entry & { name: string }
  const paths = neededPaths(packages, { withDev: false, system })
  const own: Component = { 'bom-ref': npmUrl(name, version), type: 'application', name, version, purl: npmUrl(name, version) }
  if (license) own.licenses = [{ license: { id: license } }]
  const found = new Map(paths.map((path) => [npmUrl(nameOf(path), packages[path]!.version), npmComponent(path, packages[path]!)]))
  const runtime = node === undefined ? [] : [nodeComponent(node)]
  const components = [...found.values(), ...runtime, ...(debian === undefined ? [] : debianComponents(debian))].toSorted((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  )
  const edges = new Map<string, Set<string>>()
  for (const path of ['', ...paths]) {
    const { dependencies, optionalDependencies, version } = packages[path]!
    const ref = path === '' ? own['bom-ref'] : npmUrl(nameOf(path), version)
    const targets = edges.get(ref) ?? new Set()
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolveIn(packages, path, needed)
      if (target !== undefined && paths.includes(target)) targets.add(npmUrl(needed, packages[target]!.version))
    }
    edges.set(ref, targets)
  }
  const content = {
    metadata: { component: own },
    components,
    dependencies: [...edges]
      .map(([ref, targets]) => ({ ref, dependsOn: [...targets].toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: serialOf(content),
    version: 1,
    ...content,
  }
}

/** A UUID made from the content, so that the same input gives the same file. */
function serialOf(content: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

if (import.meta.main) {
  const options = { debian: { type: 'string' }, out: { type: 'string' }, 'all-platforms': { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }
  const system = values['all-platforms'] ? {} : thisSystem()
  const debian = values.debian !== undefined && existsSync(values.debian) ? readFileSync(values.debian, 'utf8') : undefined
  const text = `${JSON.stringify(createBom({ packages, system, debian, node: debian && process.versions.node }), null, 2)}\n`
  if (values.out) writeFileSync(values.out, text)
  else process.stdout.write(text)
}
