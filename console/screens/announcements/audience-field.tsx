import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { withoutEmpty } from '#console/parts/query-params.ts'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type Audience, type AudienceKind, audienceKinds } from '#contract/console/announcement.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { Button } from '#ui/button.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Choices, Field } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { audienceName, filterText, isOfRound } from './labels.tsx'
import { RoundChoice, useRounds } from './round-choice.tsx'

export const audienceKeys = [
  'audience',
  'project',
  'round',
  'text',
  'work',
  'formedBy',
  'mine',
  'curatorId',
  'access',
  'group',
  'state',
  'from',
] as const
export type AudienceValues = Record<(typeof audienceKeys)[number], string>

/** The audience of the address; null while its project or round is not chosen. */
export function audienceOf({ audience, project, round, text, ...rest }: AudienceValues): Audience | null {
  const kind = audienceKinds.find((one) => one === audience) ?? 'all-teams'
  const { work, formedBy, mine, curatorId, access, group, state } = rest
  if (kind === 'team-list') return { kind, teams: withoutEmpty({ text, work, formedBy, mine, curatorId }) as Audience['teams'] }
  if (kind === 'person-list') return { kind, people: withoutEmpty({ text, access, group, state }) as Audience['people'] }
  if (isOfRound(kind)) return round ? { kind, round } : null
  if (kind !== 'project-teams' && kind !== 'applicants') return { kind }
  return project ? { kind, project } : null
}

const MOST_FOUND = '6'

function ProjectChoice({ slug, onChoose }: { slug: string; onChoose(slug: string): void }) {
  const [typed, setTyped] = useState('')
  const text = useDebouncedText(typed)
  const query = { text: slug || text, pageSize: MOST_FOUND }
  const projects = useLast(useCall(listConsoleProjects, { query }, { isPrivate: true, isSaved: false }).answer)?.projects
  if (slug) {
    const chosen = projects?.find((project) => project.slug === slug)
    return (
      <p class="announcement-chosen">
        <strong dir="auto">{chosen?.name ?? slug}</strong>
        <Button look="plain" onClick={() => onChoose('')}>
          {t('announcements.project.change')}
        </Button>
      </p>
    )
  }
  return (
    <>
      <Field
        label={t('announcements.project.search')}
        type="search"
        autocomplete="off"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {projects?.length === 0 && <p role="status">{t('announcements.project.none')}</p>}
      <ul class="bare announcement-found" aria-label={t('announcements.project')}>
        {projects?.map((project) => (
          <li key={project.slug}>
            <Button look="soft" onClick={() => onChoose(project.slug)}>
              <bdi>{project.name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = { values: AudienceValues; set(changes: Partial<AudienceValues>): void }

export function AudienceField({ values, set }: Props) {
  const kind = audienceKinds.find((one) => one === values.audience) ?? 'all-teams'
  const isList = kind === 'team-list' || kind === 'person-list'
  const roundsFor = useRounds()
  const isOffered = (one: AudienceKind) => (isOfRound(one) ? roundsFor(one).length > 0 : one !== 'team-list' && one !== 'person-list')
  const kinds = audienceKinds.filter((one) => one === kind || isOffered(one))
  const { audience: _, project: __, from: ___, round, ...filter } = values
  return (
    <section class="card stack" aria-label={t('announcements.audience')}>
      <Choices<AudienceKind>
        legend={t('announcements.audience')}
        name="audience"
        value={kind}
        options={kinds.map((value) => ({
          value,
          label: audienceName(value),
          hint:
            value === 'team-list' || value === 'person-list'
              ? t('announcements.filter', { filter: filterText(audienceOf({ ...values, audience: value }) ?? {}) })
              : t(`announcements.hint.${value}`),
        }))}
        onChoose={(audience) => set({ audience, ...(roundsFor(audience).some(({ slug }) => slug === round) ? {} : { round: '' }) })}
      />
      {isList && (
        <Link href={pathTo(kind === 'team-list' ? 'teams' : 'people', {}, withoutEmpty(filter) as Record<string, string>)}>
          {t('announcements.filter.change')}
        </Link>
      )}
      {(kind === 'project-teams' || kind === 'applicants') && (
        <ProjectChoice slug={values.project} onChoose={(project) => set({ project })} />
      )}
      {isOfRound(kind) && <RoundChoice rounds={roundsFor(kind)} slug={round} onChoose={(slug) => set({ round: slug })} />}
    </section>
  )
}
