import { useState } from 'preact/hooks'
import { MOST_WISHES, setWishes } from '#contract/round-after.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import type { Parts } from './choice-list.tsx'
import { r } from './texts.ts'
import { useCurrentProject } from './use-current-project.ts'
import { nameOf, useProjects } from './use-projects.ts'

type PickerProps = { slugs: string[]; onPick(slug: string): void; onClose(): void }

/** The other projects of the round. */
function Picker({ slugs, onPick, onClose }: PickerProps) {
  const projects = useProjects(slugs)
  const [picked, setPicked] = useState('')
  return (
    <Dialog
      title={r('wishes.add')}
      isOpen
      onClose={onClose}
      footer={
        <Button disabled={picked === ''} onClick={() => onPick(picked)}>
          {r('wishes.add')}
        </Button>
      }
    >
      <div class="field">
        <label for="wish">{r('wishes.pick')}</label>
        <select id="wish" value={picked} onChange={({ currentTarget }) => setPicked(currentTarget.value)}>
          <option value="">{r('wishes.pickNone')}</option>
          {slugs.map((slug) => (
            <option key={slug} value={slug}>
              {nameOf(projects, slug)}
            </option>
          ))}
        </select>
      </div>
    </Dialog>
  )
}

/** Projects of other teams that this team would rather have. */
export function Wishes({ round, team, projects }: Parts) {
  const { act, error } = useAct()
  const [isPicking, setIsPicking] = useState(false)
  const { wishes, isAdministrator } = team
  const put = (projects: string[]) =>
    act(() => call(setWishes, { params: { slug: round.slug }, body: { team: team.team, projects } }), { done: r('wishes.saved') })
  const own = useCurrentProject(round, team)
  const others = round.projects.filter((slug) => slug !== own && !wishes.includes(slug))
  if (own === null) return null
  const mayChange = isAdministrator && isOnline.value
  return (
    <section class="stack" aria-labelledby="wishes">
      <h2 id="wishes">{r('wishes.title')}</h2>
      <p class="soft">{r('wishes.text')}</p>
      {wishes.length === 0 && <p>{r('wishes.none')}</p>}
      {wishes.length > 0 && (
        <ol class="rows" aria-label={r('wishes.list')}>
          {wishes.map((slug, index) => (
            <li key={slug} class="wish">
              <span class="sortable-rank">{index + 1}</span>
              <span dir="auto">{nameOf(projects, slug)}</span>
              {mayChange && (
                <IconButton
                  icon="close"
                  name={r('wishes.remove', { project: nameOf(projects, slug) })}
                  onClick={() => void put(wishes.filter((one) => one !== slug))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <ErrorMessage of={error} />
      {mayChange && others.length > 0 && wishes.length < MOST_WISHES && (
        <Button look="plain" icon="plus" onClick={() => setIsPicking(true)}>
          {r('wishes.add')}
        </Button>
      )}
      {isPicking && (
        <Picker
          slugs={others}
          onClose={() => setIsPicking(false)}
          onPick={(slug) => {
            setIsPicking(false)
            void put([...wishes, slug])
          }}
        />
      )}
    </section>
  )
}
