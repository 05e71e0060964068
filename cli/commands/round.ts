import { readFile } from 'node:fs/promises'
import { type Command, UsageError } from '#cli/usage.ts'
import { checkBundle, type Published } from '#rules/placement/proof/check.ts'
import { differenceText } from '#rules/placement/proof/check-text.ts'
import { reasonHashOf } from '#rules/placement/proof/lottery.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { abandonBySlug } from '#run/rounds/abandon.ts'
import { placeWithoutWriting } from '#run/rounds/dry-run.ts'
import { withStore } from '#run/store.ts'
import { textsOf } from '#texts/server.ts'
import { SOURCE, type Values } from '#texts/write.ts'

const usage = `npx projectory round verify <bundle.json> [--seed-hash <hex>] [--choices-digest <hex>] [--reason <text> --reason-key <hex>]
npx projectory round place --dry-run <slug>
npx projectory round abandon <slug>`

export default {
  usage,
  options: {
    'dry-run': { type: 'boolean' },
    'seed-hash': { type: 'string' },
    'choices-digest': { type: 'string' },
    reason: { type: 'string' },
    'reason-key': { type: 'string' },
  },
  async run([verb, file, ...rest], values) {
    if (verb === 'place' && file !== undefined && rest.length === 0 && values['dry-run'] === true) return placeDry(file)
    if (verb === 'abandon' && file !== undefined && rest.length === 0) return abandon(file)
    if (verb !== 'verify' || file === undefined || rest.length > 0) throw new UsageError(`usage:\n${usage}`)
    const reason = values.reason as string | undefined
    const key = values['reason-key'] as string | undefined
    if ((reason === undefined) !== (key === undefined) || (key !== undefined && !/^[0-9a-f]{64}$/.test(key)))
      throw new UsageError(`usage:\n${usage}`)
    const published = {
      seedHash: values['seed-hash'] as string | undefined,
      choicesDigest: values['choices-digest'] as string | undefined,
    }
    return verify(file, published, reason === undefined ? null : await reasonHashOf(key!, reason))
  },
} satisfies Command

async function placeDry(slug: string): Promise<number> {
  const config = readConfig(readEnvironment())
  const { rule, teams, placed, byRank, byHand } = await withStore(config, quietLog(), (sql) => placeWithoutWriting(sql, slug, config))
  console.log(`Round ${JSON.stringify(slug)}, rule “${rule}”: ${placed} of ${teams} teams would be placed. Nothing was written.`)
  if (byHand > 0) console.log(`  by hand: ${byHand}`)
  for (const [index, count] of byRank.entries()) console.log(`  choice ${index + 1}: ${count}`)
  return 0
}

async function abandon(slug: string): Promise<number> {
  const config = readConfig(readEnvironment())
  const { name, teams, choices } = await withStore(config, quietLog(), (sql) => abandonBySlug(sql, slug, config))
  console.log(`The round “${name}” is abandoned: it has ended without results, and its page says so.`)
  console.log('Lost: the lottery and the pseudonyms, so nobody can compute or check results.')
  console.log(`Kept: ${choices} choices of ${teams} teams with their order. Curators decide them one by one; tell the teams.`)
  return 0
}

const proofText = textsOf('proof')
const write = (key: Parameters<typeof proofText>[1], values?: Values): string => proofText(SOURCE, key, values)

async function verify(file: string, published: Published, reasonHash: string | null): Promise<number> {
  const bytes = await readFile(file)
  const isCompared = published.seedHash !== undefined || published.choicesDigest !== undefined
  const { passed, difference, bundle } = await checkBundle(textOf(bytes), { published })
  for (const step of passed) if (step !== 'published' || isCompared) console.log(`✓ ${write(`${step}.step`)}`)
  if (difference !== null) {
    console.log(`✗ ${write(`${difference.step}.step`)}: ${differenceText(write, difference)}`)
    return 1
  }
  const lock = bundle!.locks.find(({ reason }) => reason === reasonHash)
  if (reasonHash !== null) console.log(lock ? `✓ The reason is that of ${lock.team} in ${lock.project}` : '✗ The reason is not in the file')
  if (reasonHash !== null && !lock) return 1
  const placed = bundle!.placement.filter(({ project }) => project !== null).length
  console.log(
    `\nRound ${JSON.stringify(bundle!.round)}, rule “${bundle!.rule}”: ${placed} of ${bundle!.placement.length} teams placed. The record is right.`,
  )
  if (!isCompared)
    console.log(
      'To check that seed and choices are those announced before, add --seed-hash and --choices-digest from the page of the round.',
    )
  return 0
}

// Bytes that are not UTF-8 fail the check of the format, like any text that is not JSON.
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}
