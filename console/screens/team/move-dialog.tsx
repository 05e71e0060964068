import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { findProjects, type Project } from '#contract/project.ts'
import { Button } from '#ui/button.tsx'
import { useDebouncedText } from '#ui/debounced-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/query.ts'
import { w } from '#ui/shared-texts.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { endingOf } from './ending.ts'
import { WhoIsTold } from './who-is-told.tsx'

const PAGE_SIZE = 30

type Props = {
  team: ConsoleTeam
  isOpen: boolean
  isBusy: boolean
  slug: string | null // of the chosen project
  fault: string | null
  conflict: ComponentChildren
  onChoose(slug: string): void
  onMove(name: string): void
  onClose(): void
}

const placesOf = ({ freePlaces }: Project): string =>
  freePlaces === null ? t('teams.move.unlimited') : freePlaces === 0 ? t('teams.move.full') : t('teams.move.free', { count: freePlaces })

/** Full-text search in published projects; those without a free place are listed, but disabled. */
export function MoveDialog({ team, isOpen, isBusy, slug, fault, conflict, onChoose, onMove, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const text = useDebouncedText(typed)
  const body = { filters: text ? { text } : {}, sort: text ? ('relevance' as const) : ('name' as const), pageSize: PAGE_SIZE }
  const found = useCall(findProjects, { body }, { isSaved: false, isOn: isOpen })
  const projects = useLast(found.answer)?.projects
  useEffect(() => {
    setTyped('')
  }, [isOpen])
  return (
    <Dialog
      title={t('teams.move.title', { team: team.name })}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button look="plain" onClick={onClose}>
            {w('cancel')}
          </Button>
          <Button isBusy={isBusy} disabled={slug === null} onClick={() => onMove(name)}>
            {slug !== null ? t('teams.move.yes', { project: name }) : t('teams.move.choose')}
          </Button>
        </>
      }
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
                    setName(project.name)
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
      {slug !== null && team.project && <p dir="auto">{endingOf(team.project)}</p>}
      {slug !== null && team.requestsWaiting > 0 && <p>{t('teams.move.requests', { count: team.requestsWaiting })}</p>}
      {slug !== null && <WhoIsTold members={team.members} />}
      {fault && (
        <p class="field-fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  )
}
