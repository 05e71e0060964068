import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { listNotes, type NoteObject } from '#contract/console/note.ts'
import { Button } from '#ui/button.tsx'
import { isRemoving } from '#ui/dialog/removal.ts'
import { useHashTarget } from '#ui/hash-target.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { NewNote } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import './notes.css'

const PAGE = 20

type About = { on: NoteObject; id: number }

const useNotes = ({ on, id }: About, page: number) =>
  useCall(listNotes, { query: { on, id: String(id), page: String(page), pageSize: String(PAGE) } }, { isPrivate: true, isSaved: false })

function Page({ about, page }: { about: About; page: number }) {
  const { answer, isLoading, error, retry } = useNotes(about, page)
  if (isLoading) return <Loading lines={3} />
  if (!answer) return error && <Failed error={error} onRetry={retry} />
  const shown = answer.notes.filter(({ id }) => !isRemoving(`note ${id}`))
  if (shown.length === 0) return null
  return (
    <ol class="bare notes-list">
      {shown.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
    </ol>
  )
}

/** Notes between curators on an application, a team or a project. */
export function Notes(about: About) {
  const [pages, setPages] = useState(1)
  const { answer } = useNotes(about, 1)
  const heading = useHashTarget('notes', answer !== undefined)
  const total = answer ? answer.total - answer.notes.filter(({ id }) => isRemoving(`note ${id}`)).length : 0
  return (
    <section class="stack notes" aria-labelledby="notes">
      <h2 id="notes" ref={heading} tabIndex={-1}>
        {t('notes.title')} {total > 0 && <span class="soft">{count(total)}</span>}
      </h2>
      <NewNote {...about} />
      {Array.from({ length: pages }, (_, index) => (
        <Page key={index} about={about} page={index + 1} />
      ))}
      {answer && answer.total > pages * PAGE && (
        <p>
          <Button look="soft" onClick={() => setPages(pages + 1)}>
            {t('notes.more')}
          </Button>
        </p>
      )}
    </section>
  )
}
