import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { MOST_ROUND_PROJECTS } from '#contract/round.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import type { FormProject } from './editable.ts'

type Props = {
  projects: FormProject[]
  canRemove(project: FormProject): boolean
  fault?: string
  onChange(projects: FormProject[]): void
}

const PAGE_SIZE = 100
const MOST_OFFERED = 12

/** The projects of a round; found ones are added by a press. */
export function ProjectPicker({ projects, canRemove, fault, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const text = useDebouncedText(typed)
  const [page, setPage] = useState(1)
  useEffect(() => setPage(1), [text])
  const query = { text, page: String(page), pageSize: String(PAGE_SIZE), state: 'published' } as const
  const answer = useLast(useCall(listConsoleProjects, { query }, { isPrivate: true, isSaved: false }).answer)
  const found = answer?.projects.filter(({ id }) => !projects.some((one) => one.id === id))
  // All of this page were added: the next one has what is left.
  const isPageOver = answer?.page === page && found?.length === 0 && answer.total > page * PAGE_SIZE
  useEffect(() => {
    if (isPageOver) setPage(page + 1)
  }, [isPageOver, page])
  const more = answer && found ? answer.total - (answer.page - 1) * PAGE_SIZE - (answer.projects.length - found.length) - MOST_OFFERED : 0
  const isFull = projects.length >= MOST_ROUND_PROJECTS
  return (
    <fieldset class="choices stack">
      <legend>{t('rounds.projects')}</legend>
      {projects.length === 0 ? (
        <p class="soft">{t('rounds.projects.none')}</p>
      ) : (
        <ul class="rows">
          {projects.map((project) => (
            <li key={project.id} class="round-picked">
              <span dir="auto">{project.name}</span>
              {canRemove(project) && (
                <IconButton
                  icon="close"
                  name={t('rounds.projects.remove', { name: project.name })}
                  onClick={() => {
                    onChange(projects.filter(({ id }) => id !== project.id))
                    setPage(1)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ErrorMessage of={fault} />
      {isFull ? (
        <p class="soft">{t('rounds.projects.most', { most: MOST_ROUND_PROJECTS })}</p>
      ) : (
        <>
          <Field
            label={t('rounds.projects.add')}
            type="search"
            autocomplete="off"
            maxLength={200}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {found?.length === 0 && !isPageOver && (
            <p role="status">{t(answer!.total === 0 ? 'rounds.projects.notFound' : 'rounds.projects.allAdded')}</p>
          )}
          <ul class="bare row">
            {found?.slice(0, MOST_OFFERED).map(({ id, name }) => (
              <li key={id}>
                <Button
                  look="soft"
                  icon="plus"
                  aria-label={t('rounds.projects.addOne', { name })}
                  onClick={() => onChange([...projects, { id, name }])}
                >
                  <bdi>{name}</bdi>
                </Button>
              </li>
            ))}
          </ul>
          {more > 0 && <p class="soft">{t('rounds.projects.more', { count: more })}</p>}
        </>
      )}
    </fieldset>
  )
}
