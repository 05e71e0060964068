import { afterwards, columns, meanings, moment, whyNot } from '#cli/email-text.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { type Bounce, type MailState, mailKinds, mailStates } from '#contract/console/mail.ts'
import type { Sql } from '#database/sql.ts'
import { createComposer } from '#mail/compose.ts'
import { plain } from '#mail/email.ts'
import { emailView, recipientOf } from '#mail/email-view.ts'
import { reasonInWords } from '#rules/mail/reason.ts'
import { apiUrlOf } from '#run/config/addresses.ts'
import { type Config, readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { formRecipientOf, readSettings } from '#run/settings.ts'
import { withStore } from '#run/store.ts'
import { type AuditAction, insertAudit } from '#store/audit/insert.ts'
import { listBounces, removeBounce } from '#store/mail/bounce.ts'
import { cancelMail, countMails, findMail, listMails, type QueueAct, requeueMail, type WholeMail } from '#store/mail/queue.ts'

const usage = `npx projectory mail [list] [--state S] [--kind K] [--limit N]
npx projectory mail show <id>
npx projectory mail resend <id>… | cancel <id>…
npx projectory mail bounces | allow <address>`

const kinds: readonly string[] = mailKinds
type Options = { state?: string; kind?: string; limit?: string }
type Work = (sql: Sql, config: Config) => Promise<number>

export default {
  usage,
  options: { state: { type: 'string' }, kind: { type: 'string' }, limit: { type: 'string' } },
  async run([verb = 'list', ...names], values) {
    const work = workOf(verb, names, values as Options)
    const config = readConfig(readEnvironment())
    return withStore(config, quietLog(), (sql) => work(sql, config))
  },
} satisfies Command

// Usage errors are reported before the database is opened.
function workOf(verb: string, names: string[], options: Options): Work {
  if (verb === 'list' && names.length === 0) return list(options)
  if (Object.keys(options).length > 0) throw new UsageError(`--state, --kind and --limit can only be used with list\n\n${usage}`)
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
    throw new UsageError(`Unknown state “${state}”. States: ${mailStates.join(', ')}`)
  if (kind !== undefined && !kinds.includes(kind)) throw new UsageError(`Unknown kind “${kind}”. Kinds: ${kinds.join(', ')}`)
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError(`--limit: “${limit}” is not a number from 1 to 9999`)
  return async (sql, config) => {
    const mailTo = await formRecipientOf(sql, config)
    const filter = { state: state as MailState | undefined, kind, limit: Number(limit) }
    const { mails, total } = await listMails(sql, filter)
    const rows = mails.map((mail) => [
      String(mail.id),
      moment(new Date(mail.createdAt)),
      mail.state,
      String(mail.tries),
      mail.kind,
      plain(recipientOf(mail, mailTo) ?? '–'),
      plain(reasonInWords(mail.reason ?? '')),
    ])
    if (rows.length > 0) console.log(`${columns([['id', 'created (UTC)', 'state', 'attempts', 'kind', 'to', 'reason'], ...rows])}\n`)
    console.log(`${total === rows.length ? total : `${rows.length} of ${total}`} ${total === 1 ? 'email' : 'emails'}.`)
    const { states } = await countMails(sql, new Date())
    const counts = Object.entries(states).filter(([, count]) => count > 0)
    if (counts.length > 0) console.log(`All emails: ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}.`)
    return 0
  }
}

async function show(sql: Sql, config: Config, id: number): Promise<number> {
  const mail = await findMail(sql, id)
  if (!mail) throw new Error(`There is no email ${id}. Emails are deleted after 90 days.`)
  const facts: [string, string | null][] = [
    ['Kind', mail.kind],
    ['Created', moment(mail.createdAt)],
    ['Request ID', mail.requestId],
    ['Send after', mail.dueAt && moment(mail.dueAt)],
    ['Completed', mail.endedAt && moment(mail.endedAt)],
    ['Digest', mail.bundleId === null ? null : String(mail.bundleId)],
    ['Reason', mail.reason && plain(reasonInWords(mail.reason))],
  ]
  const isScheduled = mail.state === 'queued' && mail.tries === 0 && mail.dueAt !== null && mail.dueAt > new Date()
  console.log(`Email ${id} is ${mail.state}. ${isScheduled ? 'It is held until its undo window ends.' : meanings[mail.state]}\n`)
  console.log(columns(facts.filter(([, value]) => value !== null) as [string, string][]))
  console.log(`\n${mail.attempts.length === 0 ? 'No attempts yet.' : 'Attempts (UTC)'}`)
  for (const { attempt, startedAt, endedAt, outcome, reply } of mail.attempts) {
    const end = endedAt ? `${outcome} after ${Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)} s` : 'in progress'
    console.log(`  ${attempt}  ${moment(startedAt)}  ${end}${reply ? `: ${plain(reply, 500)}` : ''}`)
  }
  await showMessage(sql, config, mail)
  return 0
}

// A preview composed with the current names, language and settings.
async function showMessage(sql: Sql, config: Config, mail: WholeMail): Promise<void> {
  const settings = await readSettings(sql, config)
  const view = await emailView(createComposer({ ...config, settings, apiUrl: apiUrlOf(config, null), sql, now: () => new Date() }), mail)
  if (!('text' in view)) return console.log(`\nIt can’t be sent now: ${reasonInWords(view.whyNot)}`)
  const { from, to, replyTo, subject, text } = view
  const heads = [['From', from], ['To', to], ...(replyTo ? [['Reply-To', replyTo]] : []), ['Subject', subject]] as string[][]
  console.log(`\nPreview\n\n${columns(heads.map(([name, value]) => [`${name}:`, value!]))}\n`)
  console.log(text)
}

async function eachOf(ids: number[], act: (id: number) => Promise<string | null>): Promise<number> {
  let code = 0
  for (const id of ids) {
    const fault = await act(id)
    if (fault === null) continue
    console.error(`Email ${id}: ${fault}`)
    code = 1
  }
  return code
}

async function resend(sql: Sql, id: number): Promise<string | null> {
  const act = await logged(sql, 'mail_requeued', id, requeueMail)
  if (!act) return 'not found.'
  if (act.whyNot) return whyNot(act)
  console.log(`Email ${id}: ${act.was} → queued.${afterwards[act.was] ?? ''}`)
  return null
}

async function cancel(sql: Sql, id: number): Promise<string | null> {
  const act = await logged(sql, 'mail_cancelled', id, cancelMail)
  if (!act) return 'not found.'
  if (act.whyNot) return whyNot(act)
  console.log(`Email ${id}: ${act.was} → cancelled.`)
  return null
}

/** Runs the action and writes its audit record in one transaction. */
async function logged(sql: Sql, action: AuditAction, id: number, act: typeof requeueMail): Promise<QueueAct | undefined> {
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
  if (rows.length === 0) console.log('No rejected addresses.')
  else console.log(columns([['address', 'rejected', 'last (UTC)', 'reply'], ...rows.map(bounceRow)]))
  return 0
}

const bounceRow = ({ address, count, isRefused, reply, lastAt }: Bounce): string[] => [
  plain(address),
  `${count}${isRefused ? ', blocked' : ''}`,
  moment(new Date(lastAt)),
  plain(reply),
]

const allow =
  (address: string): Work =>
  async (sql) => {
    await sql.begin(async (sql) => {
      if (!(await removeBounce(sql, address))) throw new Error(`${plain(address)} is not blocked.`)
      const detail = { address: plain(address).toLowerCase(), by: 'command line' }
      await insertAudit(sql, { at: new Date(), action: 'allowAddress', target: 'mail', detail })
    })
    console.log(
      `Emails to ${plain(address)} are allowed again. Emails cancelled in the meantime: npx projectory mail list --state cancelled`,
    )
    return 0
  }
