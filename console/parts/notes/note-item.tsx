import { useEffect, useRef, useState } from 'preact/hooks'
import { When } from '#console/parts/when.tsx'
import { t } from '#console/texts.ts'
import { deleteNote, type Note } from '#contract/console/note.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/button.tsx'
import { removeLater } from '#ui/dialog/removal.ts'
import { Markdown } from '#ui/markdown.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { moment } from '#ui/time/format.ts'
import { markMentions } from './mentions.ts'
import { EditedNote } from './note-form.tsx'

export function NoteItem({ note }: { note: Note }) {
  const { id, text, author, createdAt, changedAt, isOwn, mayEdit, mentions } = note
  const [isEditing, setIsEditing] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const wasEditing = useRef(false)
  // Back to the button when the form closes.
  useEffect(() => {
    if (wasEditing.current && !isEditing) item.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const remove = () => {
    removeLater(`note ${id}`, {
      done: t('notes.deleted'),
      failed: (why) => t('notes.notDeleted', { why }),
      remove: () => call(deleteNote, { params: { id: String(id) } }),
    })
    document.getElementById('notes')?.focus({ preventScroll: true }) // the button is gone
  }
  const name = author?.name ?? t('notes.deletedPerson')
  return (
    <li class="card note" ref={item}>
      <div class="note-head">
        <Avatar name={author?.name ?? ''} src={null} size={28} />
        <p>
          <bdi>{isOwn ? t('notes.you') : name}</bdi>
          <small class="soft">
            <When at={createdAt} />
            {changedAt && (
              <span title={moment(changedAt)}>
                {' · '}
                {t('notes.edited')}
              </span>
            )}
          </small>
        </p>
        {mayEdit && !isEditing && (
          <>
            <IconButton icon="edit" name={t('notes.edit')} disabled={!isOnline.value} onClick={() => setIsEditing(true)} />
            <IconButton icon="remove" name={t('notes.delete')} disabled={!isOnline.value} onClick={remove} />
          </>
        )}
      </div>
      {isEditing ? <EditedNote note={note} onClose={() => setIsEditing(false)} /> : <Markdown text={text} parse={markMentions(mentions)} />}
    </li>
  )
}
