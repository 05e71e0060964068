import { useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { findProjects } from '#contract/project.ts'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'

const OFFERED = 6

type Chosen = { slug: string; name: string }

/** Projects found by text, as chips. Enter adds the first one found. */
export function ProjectPicker({ projects, most, onChange }: { projects: Chosen[]; most: number; onChange(projects: Chosen[]): void }) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const text = useDebouncedText(typed)
  const found = useCall(findProjects, { body: { filters: { text }, pageSize: OFFERED } }, { isOn: text !== '', isSaved: false })
  const last = useLast(found.answer)
  const offered = text === '' ? [] : (last?.projects ?? []).filter(({ slug }) => !projects.some((one) => one.slug === slug))
  const isCurrent = text !== '' && text === typed.trim() && found.answer !== undefined
  const change = (next: Chosen[]) => {
    onChange(next)
    setTyped('')
    box.current?.querySelector('input')?.focus() // the clicked button has been removed
  }
  const add = ({ slug, name }: Chosen) => change([...projects, { slug, name }])
  return (
    <div class="stack" ref={box}>
      {projects.length > 0 && (
        <ul class="bare row" aria-label={t('joining.projects')}>
          {projects.map(({ slug, name }) => (
            <li key={slug}>
              <button
                type="button"
                class="chip"
                aria-pressed="true"
                aria-label={t('joining.projects.remove', { project: name })}
                onClick={() => change(projects.filter((one) => one.slug !== slug))}
              >
                <bdi>{name}</bdi> <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('joining.projects.search')}
        type="search"
        autocomplete="off"
        enterkeyhint="done"
        maxLength={100}
        disabled={projects.length >= most}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (isCurrent && offered[0]) add(offered[0])
        }}
      />
      <p class="field-hint" role="status">
        {isCurrent ? (offered.length > 0 ? t('joining.projects.found', { count: offered.length }) : t('joining.projects.none')) : ''}
      </p>
      {offered.length > 0 && (
        <ul class="bare row" aria-busy={found.isFetching}>
          {offered.map((project) => (
            <li key={project.slug}>
              <button
                type="button"
                class="chip"
                aria-label={t('joining.projects.add', { project: project.name })}
                onClick={() => add(project)}
              >
                <Icon name="plus" size={18} /> <bdi>{project.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
