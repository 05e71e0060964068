import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { findProjects, type Project } from '#contract/project.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { day } from '#ui/time/format.ts'
import { endingOf } from './ending.ts'
import { WhoIsTold } from './who-is-told.tsx'

const [STEP, MOST] = [30, 100]

type Props = {
  team: ConsoleTeam
  isOpen: boolean
  isBusy: boolean
  slug: string | null // of the chosen project
  error: unknown
  conflict: ComponentChildren
  onChoose(slug: string): void
  onMove(name: string): void
  onClose(): void
}

const placesOf = ({ freePlaces }: Project): string =>
  freePlaces === null ? t('teams.move.unlimited') : freePlaces === 0 ? t('teams.move.full') : t('teams.move.free', { count: freePlaces })

/** Full-text search in published projects; those without a free place are listed, but disabled. */
export function MoveDialog({ team, isOpen, isBusy, slug, error, conflict, onChoose, onMove, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Project | null>(null)
  const [hasFinished, setHasFinished] = useState(false)
  const [pageSize, setPageSize] = useState(STEP)
  const text = useDebouncedText(typed)
  const filters = { ...(text ? { text } : {}), ...(hasFinished ? {} : { status: ['open', 'pending', 'active'] }) }
  const body = { filters, sort: text ? ('relevance' as const) : ('name' as const), pageSize }
  const found = useCall(findProjects, { body }, { isSaved: false, isOn: isOpen })
  const answer = useLast(found.answer)
  const projects = answer?.projects
  const name = chosen?.name ?? ''
  useEffect(() => {
    setTyped('')
    setHasFinished(false)
    setPageSize(STEP)
  }, [isOpen])
  return (
    <Confirm
      title={t('teams.move.title', { team: team.name })}
      yes={slug !== null ? t('teams.move.yes', { project: name }) : t('teams.move.choose')}
      isDisabled={slug === null}
      {...{ isOpen, isBusy, error, onClose }}
      onYes={() => onMove(name)}
    >
      {conflict}
      <Field
        label={t('teams.move.search')}
        type="search"
        autocomplete="off"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <label class="choice">
        <input type="checkbox" checked={hasFinished} onChange={({ currentTarget }) => setHasFinished(currentTarget.checked)} />
        {t('teams.move.finishedOnes')}
      </label>
      {found.error ? <Failed error={found.error} onRetry={found.retry} /> : !projects ? <Loading lines={4} /> : null}
      {projects?.length === 0 && <p role="status">{t('teams.move.none')}</p>}
      {projects && projects.length > 0 && (
        <fieldset class="choices team-projects">
          <legend class="visually-hidden">{t('teams.project')}</legend>
          {projects.map((project) => {
            const isCurrent = project.slug === team.project?.slug
            return (
              <label class="choice" key={project.slug}>
                <input
                  type="radio"
                  name="project"
                  checked={slug === project.slug}
                  disabled={isCurrent || project.freePlaces === 0}
                  onChange={() => {
                    setChosen(project)
                    onChoose(project.slug)
                  }}
                />
                <span>
                  <bdi>{project.name}</bdi>
                  <small>
                    {t(`status.${project.status}` as 'status.open')} · {isCurrent ? t('teams.move.here') : placesOf(project)}
                  </small>
                </span>
              </label>
            )
          })}
        </fieldset>
      )}
      {answer && answer.total > answer.projects.length && (
        <div class="row">
          <span class="soft">{t('teams.move.shown', { shown: answer.projects.length, total: answer.total })}</span>
          {pageSize < MOST && (
            <Button look="plain" onClick={() => setPageSize(Math.min(MOST, pageSize + STEP))}>
              {t('teams.move.more')}
            </Button>
          )}
        </div>
      )}
      {slug !== null && chosen?.status === 'completed' && chosen.dateEnd && (
        <p class="notice" role="status" dir="auto">
          {t('teams.move.over', { project: name, day: day(chosen.dateEnd) })}
        </p>
      )}
      {slug !== null && team.project && <p dir="auto">{endingOf(team.project)}</p>}
      {slug !== null && team.requestsOpen > 0 && <p>{t('teams.move.requests', { count: team.requestsOpen })}</p>}
      {slug !== null && <WhoIsTold members={team.members} />}
    </Confirm>
  )
}
