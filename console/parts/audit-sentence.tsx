import { Link } from 'wouter-preact'
import { type PathName, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import { vocabularies } from '#contract/console/vocabulary.ts'

// What is in the audit log, as people would say it.

type Did = Parameters<typeof t>[0] & `audit.did.${string}`
type Said = Pick<AuditEntry, 'action' | 'actor' | 'target' | 'targetName' | 'detail'>

const ACTOR = '\ue000'
const TARGET = '\ue001'

const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value)

/** The sentence for an action, by what it led to where that has one of its own; "" where nobody wrote any. */
function sentenceOf({ action, detail }: Pick<Said, 'action' | 'detail'>): string {
  const outcome = last(detail.state ?? detail.status)
  const own = typeof outcome === 'string' ? t(`audit.did.${action}.${outcome}` as Did, { actor: ACTOR, target: TARGET }) : ''
  return own || t(`audit.did.${action}` as Did, { actor: ACTOR, target: TARGET })
}

/** For a list to choose from: the sentence without anybody in it. */
export function actionName(action: string): string {
  const bare = sentenceOf({ action, detail: {} })
    .replaceAll(ACTOR, '')
    .replaceAll(TARGET, '')
    .replace(/^[\s:,]+|[\s:,]+$/g, '')
    .replace(/\s{2,}/g, ' … ')
  return bare ? bare[0]!.toUpperCase() + bare.slice(1) : action
}

const pages: Record<string, PathName> = { project: 'project', team: 'team', request: 'request', person: 'person' }

function Target({ target, targetName, detail }: Said) {
  const [thing = '', id = ''] = (target ?? '').split(' ')
  if (thing === 'mail' && id !== '') return <Link href={pathTo('letter', { id })}>{t('mail.letter', { id })}</Link>
  const isWord = (vocabularies as readonly string[]).includes(thing)
  if (isWord && id === '')
    return <Link href={pathTo('vocabulary', { kind: thing })}>{t(`vocabularies.${thing}` as 'vocabularies.tag')}</Link>
  const told = targetName ?? [detail.word, detail.name].map(last).find((value) => typeof value === 'string')
  const name = told === undefined ? target : t('quoted', { text: String(told) })
  // What is gone has no page any more.
  const to =
    targetName === null ? null : isWord ? pathTo('vocabulary', { kind: thing }) : pages[thing] ? pathTo(pages[thing], { id }) : null
  return to ? (
    <Link href={to} dir="auto">
      {name}
    </Link>
  ) : (
    <bdi>{name}</bdi>
  )
}

const Actor = ({ actor }: Pick<Said, 'actor'>) =>
  actor ? (
    <Link href={pathTo('audit', {}, { actor: String(actor.id) })} title={t('audit.onlyPerson', { name: actor.name })} dir="auto">
      {actor.name}
    </Link>
  ) : (
    <span>{t('audit.nobody')}</span>
  )

/** "Margaret Oakes published the project “City Tree Census”": whoever and whatever it names can be followed. */
export function AuditSentence({ event }: { event: Said }) {
  const sentence = sentenceOf(event) || `${ACTOR} · ${event.action}${event.target ? ` · ${TARGET}` : ''}`
  return (
    <>
      {sentence
        .split(/([\ue000\ue001])/)
        .map((part, index) =>
          part === ACTOR ? <Actor key={index} actor={event.actor} /> : part === TARGET ? <Target key={index} {...event} /> : part,
        )}
    </>
  )
}
