import { benchAuth } from './auth.bench.ts'
import { benchClient } from './client.bench.ts'
import { benchMail } from './mail.bench.ts'
import { benchMember } from './member.bench.ts'
import { benchOverload } from './overload.bench.ts'
import { benchPlacement } from './placement.bench.ts'
import { benchPublic } from './public.bench.ts'
import { benchScale } from './scale.bench.ts'
import { benchSearchQuality } from './search-quality.bench.ts'
import { benchSpreadsheet } from './spreadsheet.bench.ts'

// npm run bench [name] [--projects 20000]; also single parts, of `public`: hits, misses, changes; of `client`: start, lcp, scroll, heap
const benches: Record<string, (args: string[]) => Promise<void>> = {
  search: async () => void (await import('./search.bench.ts')), // --large adds 200,000 documents
  'search-quality': benchSearchQuality,
  scale: benchScale,
  auth: benchAuth,
  member: benchMember,
  mail: benchMail,
  spreadsheet: benchSpreadsheet,
  placement: benchPlacement,
  client: benchClient,
  overload: benchOverload, // also --projects
  public: (args) =>
    benchPublic(
      Number(args[args.indexOf('--projects') + 1] ?? 0) || 20_000,
      args.find((arg) => ['hits', 'misses', 'changes'].includes(arg)),
    ),
}

const [name, ...args] = process.argv.slice(2)
const chosen = name ? Object.entries(benches).filter(([key]) => key === name) : Object.entries(benches)
if (chosen.length === 0) {
  console.error(`there is no benchmark “${name}”; there are: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
}
for (const [title, bench] of chosen) {
  console.log(`\n— ${title}`)
  await bench(args)
}
