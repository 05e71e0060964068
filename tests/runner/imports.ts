import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

// Which files a file needs: its imports, and every file or folder that it names in a string (data, workers, SQL).

const CODE = '**/*.{ts,tsx,mjs}'
const IGNORED = ['node_modules', '.cache', '.git', 'data', 'dist']

export type Graph = Map<string, string[]>

export function readGraph(root: string): Graph {
  const files = new Set(
    globSync('**/*', { cwd: root, withFileTypes: true, exclude: (entry) => IGNORED.includes(entry.name) })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name))),
  )
  const folders = Map.groupBy(files, (file) => posix.dirname(file))
  const graph: Graph = new Map()
  for (const file of files)
    if (posix.matchesGlob(file, CODE)) graph.set(file, [...namedBy(file, readFileSync(join(root, file), 'utf8'), files, folders)])
  return graph
}

function namedBy(file: string, text: string, files: Set<string>, folders: Map<string, string[]>): Set<string> {
  const found = new Set<string>()
  const folder = posix.dirname(file)
  for (const [, name] of text.matchAll(/['"`]([^'"`\s]{2,200})['"`]/g)) {
    const path = name!.startsWith('#') ? name!.slice(1) : posix.join(folder, name!)
    if (files.has(path)) found.add(path)
    // Only a folder beside the file: other words are names of folders by chance.
    else if (!name!.includes('.') && path !== folder) for (const one of folders.get(path) ?? []) found.add(one)
    if (name!.includes('/') && files.has(name!)) found.add(name!) // from the root
  }
  // A name that is computed may be that of any file below.
  if (/\brequire\(`\.\/\$\{/.test(text))
    for (const one of files) if (one.startsWith(`${folder}/`) && !/\.test\.ts$/.test(one)) found.add(one)
  found.delete(file)
  return found
}

/** The files that need one of these, directly or through others. */
export function dependentsOf(graph: Graph, changed: Iterable<string>): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, needed] of graph) for (const one of needed) importers.set(one, [...(importers.get(one) ?? []), file])
  const found = new Set(changed)
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer)
  return found
}
