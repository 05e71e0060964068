import { benchAuth } from './auth.bench.ts'
import { benchBackup } from './backup.bench.ts'
import { benchClient } from './client.bench.ts'
import { benchCurator } from './curator.bench.ts'
import { benchLimits } from './limits.bench.ts'
import { benchMail } from './mail.bench.ts'
import { benchMember } from './member.bench.ts'
import { benchMetrics } from './metrics.bench.ts'
import { benchNotify } from './notify.bench.ts'
import { benchOverload } from './overload.bench.ts'
import { benchPlacement } from './placement.bench.ts'
import { benchPublic } from './public.bench.ts'
import { benchScale } from './scale.bench.ts'
import { benchSearchQuality } from './search-quality.bench.ts'
import { benchSoak } from './soak.bench.ts'
import { benchSpreadsheet } from './spreadsheet.bench.ts'
import { benchLoad } from './steady-load.bench.ts'
import { benchWorkers } from './workers.bench.ts'

// npm run bench [name] [--projects 20000]; also single parts, of `public`: hits, misses, changes; of `client`: start, lcp, scroll, heap
const benches: Record<string, (args: string[]) => Promise<void>> = {
  search: async () => void (await import('./search.bench.ts')), // --large adds 200,000 documents
  'search-quality': benchSearchQuality,
  scale: benchScale,
  auth: benchAuth,
  backup: benchBackup,
  member: benchMember,
  limits: benchLimits,
  mail: benchMail,
  spreadsheet: benchSpreadsheet,
  placement: benchPlacement,
  curator: benchCurator,
  client: benchClient,
  metrics: benchMetrics,
  notify: benchNotify,
  overload: benchOverload, // also --projects
  workers: benchWorkers, // also --projects
  // Not part of a run of all: they take long or install other programs.
  load: benchLoad,
  soak: benchSoak,
  peers: async (args) => (await import('./peers/peers.bench.ts')).benchPeers(args),
  public: (args) =>
    benchPublic(
      Number(args[args.indexOf('--projects') + 1] ?? 0) || 20_000,
      args.find((arg) => ['hits', 'misses', 'changes'].includes(arg)),
    ),
}

const [name, ...args] = process.argv.slice(2)
const ALONE = ['peers', 'load', 'soak']
const chosen = Object.entries(benches).filter(([key]) => (name ? key === name : !ALONE.includes(key)))
if (chosen.length === 0) {
  console.error(`there is no benchmark “${name}”; there are: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
}
for (const [title, bench] of chosen) {
  console.log(`\n— ${title}`)
  await bench(args)
}
