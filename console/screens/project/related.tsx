import { useState } from 'preact/hooks'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { t } from '#console/texts.ts'
import { type ConsoleProject, listConsoleProjects } from '#contract/console/project.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import type { Related } from './form.ts'
import { moved } from './lines.tsx'
import type { Editing } from './project-form.ts'

type ResultListProps = { text: string; isTaken(slug: string): boolean; onPick(project: Related): void }

const ResultList = ({ text, isTaken, onPick }: ResultListProps) => {
  const query = { text, pageSize: '8', sort: 'name' as const }
  const { answer } = useCall(listConsoleProjects, { query }, { isPrivate: true, isSaved: false, isOn: text !== '' })
  if (text === '' || !answer) return null
  const free = answer.projects.filter(({ slug }) => !isTaken(slug))
  if (free.length === 0)
    return (
      <p class="soft" role="status">
        {t('projects.relatedNothing')}
      </p>
    )
  return (
    <ul class="rows" aria-label={t('projects.relatedFound')}>
      {free.map(({ slug, name, state }) => (
        <li key={slug}>
          <button type="button" class="rows-item" onClick={() => onPick({ slug, name, state })}>
            <Icon name="plus" size={20} />
            <span dir="auto">{name}</span>
            <span class={`badge badge-${state} editor-fit`}>{t(`state.${state}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Related projects of the public page, in this order. */
export function RelatedProjects({ editing: { form, set, faults }, project }: { editing: Editing; project: ConsoleProject | null }) {
  const [text, setText] = useState('')
  const { related } = form
  const isTaken = (slug: string) => slug === project?.slug || related.some((one) => one.slug === slug)
  const move = (from: number, to: number) => set({ related: moved(related, from, to) })
  return (
    <section class="card stack">
      <h2>{t('projects.related')}</h2>
      <ErrorMessage of={faults.related} />
      {related.length === 0 ? (
        <p class="soft">{t('projects.relatedNone')}</p>
      ) : (
        <ol class="rows" aria-label={t('projects.related')}>
          {related.map(({ slug, name, state }, index) => (
            <li key={slug} class="editor-related">
              <span dir="auto">
                {name} {state !== 'published' && <span class={`badge badge-${state}`}>{t(`state.${state}`)}</span>}
              </span>
              <IconButton icon="up" name={t('projects.moveUp', { name })} disabled={index === 0} onClick={() => move(index, index - 1)} />
              <IconButton
                icon="down"
                name={t('projects.moveDown', { name })}
                disabled={index === related.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon="close"
                name={t('projects.takeOut', { name })}
                onClick={() => set({ related: related.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ol>
      )}
      <SearchField label={t('projects.relatedSearch')} value={text} onSearch={setText} />
      <ResultList
        text={text}
        isTaken={isTaken}
        onPick={(one) => {
          set({ related: [...related, one] })
          setText('')
        }}
      />
    </section>
  )
}
