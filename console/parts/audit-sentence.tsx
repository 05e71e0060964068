import { type ComponentChildren, Fragment } from 'preact'
import { Link } from 'wouter-preact'
import { type PathName, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import { vocabularies } from '#contract/console/vocabulary.ts'

// Records of the audit log as sentences.

type SentenceKey = Parameters<typeof t>[0] & `audit.did.${string}`
type AuditEvent = Pick<AuditEntry, 'action' | 'actor' | 'target' | 'targetName' | 'detail'>

const ACTOR = '\ue000'
const TARGET = '\ue001'
const MEMBER = '\ue002'
const PROJECT = '\ue003'
const INTO = '\ue004'

const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value)

const isVocabulary = (thing: string): boolean => thing === 'synonym' || (vocabularies as readonly string[]).includes(thing)
const vocabularyName = (thing: string): string => t((isVocabulary(thing) ? `vocabularies.${thing}` : 'vocabularies.title') as SentenceKey)

const memberOf = (detail: AuditEvent['detail']): unknown => detail.added ?? detail.removed ?? detail.member

// The part of the key that selects a sentence for one outcome of an action.
function outcomeOf({ action, detail }: Pick<AuditEvent, 'action' | 'detail'>): string {
  if (action === 'mergePeople') return typeof detail.intoName === 'string' ? 'into' : ''
  if (action === 'moveTeam') return detail.project === undefined ? '' : last(detail.project) === null ? 'end' : 'to'
  return String(last(detail.state ?? detail.status ?? detail.isDisabled) ?? '')
}

/** The sentence for an action: for its outcome where there is one, else for the action; "" for an unknown action. */
function sentenceOf({ action, target, detail }: Pick<AuditEvent, 'action' | 'target' | 'detail'>): string {
  const values = {
    actor: ACTOR,
    target: TARGET,
    kind: vocabularyName((target ?? '').split(' ')[0]!),
    member: memberOf(detail) === undefined ? t('audit.member') : MEMBER,
    project: PROJECT,
    into: INTO,
  }
  return t(`audit.did.${action}.${outcomeOf({ action, detail })}` as SentenceKey, values) || t(`audit.did.${action}` as SentenceKey, values)
}

/** The name of an action for a filter: its sentence without actor and target. */
export function actionName(action: string): string {
  const bare = sentenceOf({ action, target: null, detail: {} })
    .replaceAll(ACTOR, '')
    .replaceAll(TARGET, '')
    .replace(/^[\s:,]+|[\s:,]+$/g, '')
    .replace(/\s{2,}/g, ' … ')
  return bare ? bare[0]!.toUpperCase() + bare.slice(1) : action
}

const pages: Record<string, PathName> = {
  project: 'project',
  team: 'team',
  request: 'request',
  person: 'person',
  announcement: 'announcement',
  round: 'round',
}

function Target({ action, target, targetName, detail }: AuditEvent) {
  const [thing = '', id = ''] = (target ?? '').split(' ')
  if (thing === 'mail' && id !== '') return <Link href={pathTo('email', { id })}>{t('mail.email', { id })}</Link>
  const isTerm = isVocabulary(thing)
  if (isTerm && id === '') return <Link href={pathTo('vocabulary', { kind: thing })}>{vocabularyName(thing)}</Link>
  // Of a deleted account no name is shown; a merged one has the name it had.
  if (thing === 'person' && targetName === null && action !== 'mergePeople') return <>{t('audit.deletedPerson')}</>
  const recordedName = targetName ?? [detail.word, detail.name].map(last).find((value) => typeof value === 'string')
  const name = recordedName === undefined ? target : t('quoted', { text: String(recordedName) })
  // A deleted target has no page.
  const to =
    targetName === null ? null : isTerm ? pathTo('vocabulary', { kind: thing }) : pages[thing] ? pathTo(pages[thing], { id }) : null
  return to ? (
    <Link href={to} dir="auto">
      {name}
    </Link>
  ) : (
    <bdi>{name}</bdi>
  )
}

const Actor = ({ actor }: Pick<AuditEvent, 'actor'>) =>
  actor ? (
    <Link href={pathTo('audit', {}, { actor: String(actor.id) })} title={t('audit.onlyPerson', { name: actor.name })} dir="auto">
      {actor.name}
    </Link>
  ) : (
    <span>{t('audit.nobody')}</span>
  )

/** "Margaret Oakes published the project “City Tree Census”", with links to the actor and the target. */
export function AuditSentence({ event }: { event: AuditEvent }) {
  const sentence = sentenceOf(event) || `${ACTOR} · ${event.action}${event.target ? ` · ${TARGET}` : ''}`
  const parts: Record<string, ComponentChildren> = {
    [ACTOR]: <Actor actor={event.actor} />,
    [TARGET]: <Target {...event} />,
    [MEMBER]: <bdi>{String(memberOf(event.detail))}</bdi>,
    [PROJECT]: <bdi>{String(last(event.detail.project))}</bdi>,
    [INTO]: <Target {...event} target={`person ${event.detail.into}`} targetName={String(event.detail.intoName)} />,
  }
  return (
    <>
      {sentence.split(/([\ue000-\ue004])/).map((part, index) => (
        <Fragment key={index}>{parts[part] ?? part}</Fragment>
      ))}
    </>
  )
}
