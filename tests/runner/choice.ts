import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tier } from '#tests/support/tier.ts'
import { commit, git, passedGate } from './commit.ts'
import { dependentsOf, type Graph, readGraph } from './imports.ts'
import { planFiles, root, type TestFile } from './plan.ts'

// What the arguments of tests/run.ts ask for.

export type Choice = {
  tier: Tier
  files: TestFile[]
  seed: string
  needsWeb: boolean
  needsDatabase: boolean
  isWhole: boolean // no file of the tier is left out: lint, types and budgets are checked, too
  notes: string[]
}

/** What remains to be found out: what the files need. */
type Asked = Omit<Choice, 'needsWeb' | 'needsDatabase' | 'seed'>

export function choose(args: string[]): Choice | { refusal: string } {
  const flags = args.filter((one) => one.startsWith('--'))
  const words = args.filter((one) => !one.startsWith('--'))
  const unknown = flags.filter((one) => !['--all', '--rest', '--changed', '--gate'].includes(one))
  if (unknown.length > 0) return { refusal: `unknown option ${unknown.join(', ')}` }
  const graph = readGraph(root)
  const seed = process.env.TEST_SEED ?? commit
  const build = (choice: Asked): Choice => ({ seed, ...choice, ...needsOf(graph, choice.files) })
  if (flags.includes('--changed')) return chooseChanged(graph, words[0], build)
  if (words.length > 0) {
    const tier = flags.includes('--gate') ? 'gate' : flags.includes('--rest') ? 'rest' : 'all'
    const files = planFiles(tier, (path) => words.some((word) => path.includes(word.replace(/^\.\//, ''))))
    if (files.length === 0)
      return { refusal: `no test file ${tier === 'all' ? '' : `of the ${tier} `}has ${words.join(' or ')} in its path` }
    return build({ tier, files, isWhole: false, notes: [] })
  }
  if (flags.includes('--rest')) {
    const gateSeed = passedGate()
    if (gateSeed !== null) return { ...build({ tier: 'rest', files: planFiles('rest'), isWhole: true, notes: [] }), seed: gateSeed }
    const notes = ['npm test has not passed on this commit, so everything was run.']
    return build({ tier: 'all', files: planFiles('all'), isWhole: true, notes })
  }
  const tier = flags.includes('--all') ? 'all' : 'gate'
  return build({ tier, files: planFiles(tier), isWhole: true, notes: [] })
}

/** They decide what every test does. */
const CONCERNS_ALL = /^(tests\/(run\.ts|runner\/)|package(-lock)?\.json|bin\/|\.node-version)/

function chooseChanged(graph: Graph, base: string | undefined, build: (choice: Asked) => Choice) {
  const since = base ?? (git('status', '--porcelain') ? 'HEAD' : 'HEAD~1')
  const committed = git('diff', '--name-only', since)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  if (committed === null || untracked === null) return { refusal: `git does not know the commit ${since}` }
  const changed = [...committed.split('\n'), ...untracked.split('\n')].filter((file) => file !== '')
  if (changed.some((file) => CONCERNS_ALL.test(file)))
    return build({
      tier: 'all',
      files: planFiles('all'),
      isWhole: true,
      notes: ['A changed file concerns every test, so everything was run.'],
    })
  const reached = dependentsOf(withLinks(graph), changed)
  const files = planFiles('all', (path) => reached.has(path) || readsTheTree(path))
  const notes = changed.filter((file) => !files.some(({ path }) => path === file) && !hasDependents(graph, file))
  return build({ tier: 'all', files, isWhole: false, notes: notes.map((file) => `No test imports ${file}.`) })
}

/** They check all files of the project: names, imports, documents. */
const readsTheTree = (path: string): boolean => /\bglobSync\(|git ls-files/.test(readFileSync(join(root, path), 'utf8'))

const hasDependents = (graph: Graph, file: string): boolean => [...graph.values()].some((needed) => needed.includes(file))

/** What no import shows: a browser test needs the web apps, a test of processes the command line. */
function withLinks(graph: Graph): Graph {
  const linked = new Map(graph)
  const add = (file: string, ...needed: string[]) => linked.set(file, [...(linked.get(file) ?? []), ...needed])
  add('tests/support/browser.ts', 'client/main.tsx', 'client/sw.ts', 'console/main.tsx', 'run/web/vite-build.ts')
  for (const file of graph.keys()) if (file.startsWith('tests/support/process/')) add(file, 'cli/main.ts')
  return linked
}

function needsOf(graph: Graph, files: TestFile[]): Pick<Choice, 'needsWeb' | 'needsDatabase'> {
  const isNeeded = (file: string) => {
    const needing = dependentsOf(graph, [file])
    return files.some(({ path }) => needing.has(path))
  }
  return {
    needsWeb: isNeeded('run/web/build.ts') || files.some(({ kind }) => kind === 'browser'),
    needsDatabase: isNeeded('tests/support/database.ts'),
  }
}
