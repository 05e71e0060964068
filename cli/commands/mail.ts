import { afterwards, columns, meanings, moment, whyNot } from '#cli/mail-words.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { type MailState, mailKinds, mailStates } from '#contract/console/mail.ts'
import { createComposer } from '#mail/compose.ts'
import { plain } from '#mail/letter.ts'
import { letterShown, recipientOf } from '#mail/shown.ts'
import { apiUrlOf } from '#run/addresses.ts'
import { type Config, readConfig, readEnvironment } from '#run/config.ts'
import { quietLog } from '#run/log.ts'
import { withStore } from '#run/store.ts'
import { type AuditAction, insertAudit } from '#store/audit.ts'
import { type Bounce, listBounces, removeBounce } from '#store/bounce.ts'
import { cancelMail, countMails, type DeskAct, findMail, listMails, requeueMail, type WholeMail } from '#store/mail-desk.ts'
import type { Sql } from '#store/sql.ts'

const usage = `npx projectory mail [list] [--state S] [--kind K] [--limit N]
npx projectory mail show <id>
npx projectory mail resend <id>… | cancel <id>…
npx projectory mail bounces | allow <address>`

const kinds: readonly string[] = mailKinds
type Options = { state?: string; kind?: string; limit?: string }
type Work = (sql: Sql, config: Config) => Promise<number>

export default {
  summary:
    'Lists the mail and what became of it, shows one, sends it again or stops it; which addresses are refused, and allows one again.',
  usage,
  options: { state: { type: 'string' }, kind: { type: 'string' }, limit: { type: 'string' } },
  async run([verb = 'list', ...names], values) {
    const work = workOf(verb, names, values as Options)
    const config = readConfig(readEnvironment())
    return withStore(config, quietLog(), (sql) => work(sql, config))
  },
} satisfies Command

// Wrong use is told before the store is opened.
function workOf(verb: string, names: string[], options: Options): Work {
  if (verb === 'list' && names.length === 0) return list(options)
  if (Object.keys(options).length > 0) throw new UsageError(`--state, --kind and --limit belong to list\n\n${usage}`)
  if (verb === 'bounces' && names.length === 0) return bounces
  if (verb === 'allow' && names.length === 1) return allow(names[0]!)
  const ids = names.map(Number)
  const areIds = ids.length > 0 && names.every((name) => /^[1-9]\d{0,14}$/.test(name))
  if (verb === 'show' && ids.length === 1 && areIds) return (sql, config) => show(sql, config, ids[0]!)
  if (verb === 'resend' && areIds) return (sql) => eachOf(ids, (id) => resend(sql, id))
  if (verb === 'cancel' && areIds) return (sql) => eachOf(ids, (id) => cancel(sql, id))
  throw new UsageError(`usage:\n${usage}`)
}

function list({ state, kind, limit = '20' }: Options): Work {
  if (state !== undefined && !mailStates.includes(state as MailState))
    throw new UsageError(`there is no state “${state}”; states: ${mailStates.join(', ')}`)
  if (kind !== undefined && !kinds.includes(kind)) throw new UsageError(`there is no kind “${kind}”; kinds: ${kinds.join(', ')}`)
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError(`--limit: “${limit}” is not a number from 1 to 9999`)
  return async (sql, { mailTo }) => {
    const filter = { state: state as MailState | undefined, kind, limit: Number(limit) }
    const { mails, total } = await listMails(sql, filter)
    const rows = mails.map((mail) => [
      String(mail.id),
      moment(mail.createdAt),
      mail.state,
      String(mail.tries),
      mail.kind,
      plain(recipientOf(mail, mailTo) ?? '–'),
      plain(mail.reason ?? ''),
    ])
    if (rows.length > 0) console.log(`${columns([['id', 'written (UTC)', 'state', 'tries', 'kind', 'to', 'why'], ...rows])}\n`)
    console.log(`${total === rows.length ? total : `${rows.length} of ${total}`} ${total === 1 ? 'letter' : 'letters'}.`)
    const { states } = await countMails(sql, new Date())
    const counts = Object.entries(states).filter(([, count]) => count > 0)
    if (counts.length > 0) console.log(`Of all: ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}.`)
    return 0
  }
}

async function show(sql: Sql, config: Config, id: number): Promise<number> {
  const mail = await findMail(sql, id)
  if (!mail) throw new Error(`There is no mail ${id}. Those that ended more than 90 days ago are gone.`)
  const facts: [string, string | null][] = [
    ['Kind', mail.kind],
    ['Written', moment(mail.createdAt)],
    ['Call', mail.requestId],
    ['Not before', mail.dueAt && moment(mail.dueAt)],
    ['Ended', mail.endedAt && moment(mail.endedAt)],
    ['Daily letter', mail.bundleId === null ? null : String(mail.bundleId)],
    ['Why', mail.reason && plain(mail.reason)],
  ]
  console.log(`Mail ${id} is ${mail.state}. ${meanings[mail.state]}\n`)
  console.log(columns(facts.filter(([, value]) => value !== null) as [string, string][]))
  console.log(`\n${mail.attempts.length === 0 ? 'No attempt yet.' : 'Attempts (UTC)'}`)
  for (const { attempt, startedAt, endedAt, outcome, reply } of mail.attempts) {
    const end = endedAt ? `${outcome} after ${Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)} s` : 'not over'
    console.log(`  ${attempt}  ${moment(startedAt)}  ${end}${reply ? `: ${plain(reply, 500)}` : ''}`)
  }
  await showLetter(sql, config, mail)
  return 0
}

// Composed as if it left now: names, language and settings are those of this moment.
async function showLetter(sql: Sql, config: Config, mail: WholeMail): Promise<void> {
  const shown = await letterShown(createComposer({ ...config, apiUrl: apiUrlOf(config, null), sql, now: () => new Date() }), mail)
  if (!('text' in shown)) return console.log(`\nIt would not leave now: ${shown.whyNot}`)
  const { from, to, replyTo, subject, text } = shown
  const heads = [['From', from], ['To', to], ...(replyTo ? [['Reply-To', replyTo]] : []), ['Subject', subject]] as string[][]
  console.log(`\nAs it would leave now\n\n${columns(heads.map(([name, value]) => [`${name}:`, value!]))}\n`)
  console.log(text)
}

async function eachOf(ids: number[], act: (id: number) => Promise<string | null>): Promise<number> {
  let code = 0
  for (const id of ids) {
    const fault = await act(id)
    if (fault === null) continue
    console.error(`Mail ${id}: ${fault}`)
    code = 1
  }
  return code
}

async function resend(sql: Sql, id: number): Promise<string | null> {
  const act = await logged(sql, 'mail_requeued', id, requeueMail)
  if (!act) return 'there is none with this number.'
  if (act.whyNot) return whyNot(act)
  console.log(`Mail ${id}: ${act.was} → queued.${afterwards[act.was] ?? ''}`)
  return null
}

async function cancel(sql: Sql, id: number): Promise<string | null> {
  const act = await logged(sql, 'mail_cancelled', id, cancelMail)
  if (!act) return 'there is none with this number.'
  if (act.whyNot) return whyNot(act)
  console.log(`Mail ${id}: ${act.was} → cancelled.`)
  return null
}

/** An act and its line in the audit log are one. */
async function logged(sql: Sql, action: AuditAction, id: number, act: typeof requeueMail): Promise<DeskAct | undefined> {
  const done = await sql.begin(async (sql) => {
    const now = new Date()
    const done = await act(sql, id, now)
    if (done?.whyNot === null)
      await insertAudit(sql, { at: now, action, target: `mail ${id}`, detail: { before: done.was, by: 'command line' } })
    return done
  })
  return done
}

async function bounces(sql: Sql): Promise<number> {
  const rows = await listBounces(sql)
  if (rows.length === 0) console.log('No address has been refused.')
  else console.log(columns([['address', 'times', 'last (UTC)', 'reply'], ...rows.map(bounceRow)]))
  return 0
}

const bounceRow = ({ address, count, isRefused, reply, lastAt }: Bounce): string[] => [
  plain(address),
  `${count}${isRefused ? ', no more mail' : ''}`,
  moment(lastAt),
  plain(reply),
]

const allow =
  (address: string): Work =>
  async (sql) => {
    await sql.begin(async (sql) => {
      if (!(await removeBounce(sql, address))) throw new Error(`Nothing is held against ${plain(address)}.`)
      const detail = { address: plain(address).toLowerCase(), by: 'command line' }
      await insertAudit(sql, { at: new Date(), action: 'allowAddress', target: 'mail', detail })
    })
    console.log(`Mail goes to ${plain(address)} again. What was cancelled meanwhile: npx projectory mail list --state cancelled`)
    return 0
  }
