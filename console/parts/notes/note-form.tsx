import { useEffect, useRef, useState } from 'preact/hooks'
import { useAct } from '#console/parts/act.ts'
import { t } from '#console/texts.ts'
import { createNote, type Note, type NoteObject, updateNote } from '#contract/console/note.ts'
import { Button } from '#ui/button.tsx'
import { useDraft } from '#ui/form/draft.ts'
import { faultsOf } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'
import { NoteText } from './note-text.tsx'

const faultIn = (error: unknown): string => (error ? (faultsOf(error).text ?? faultsOf(error)[''] ?? reasonOf(error).detail) : '')

/** The text is kept in the tab until it is saved. */
export function NewNote({ on, id }: { on: NoteObject; id: number }) {
  const [text, setText, removeSent] = useDraft(`note ${on} ${id}`)
  const { act, isBusy, error, clear } = useAct()
  const form = useRef<HTMLFormElement>(null)
  const add = async () => {
    if (isBusy || !isOnline.value) return
    const send = async () => {
      await call(createNote, { body: { on, id, text } })
      removeSent(text) // before the notes are fetched again, which may take longer
    }
    await act(send, { done: t('notes.added'), isQuiet: true })
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <NoteText
        label={t('notes.label')}
        text={text}
        fault={faultIn(error)}
        onChange={(next) => {
          setText(next)
          if (error) clear()
        }}
        onSubmit={() => form.current?.requestSubmit()}
      />
      <div class="row">
        <Button type="submit" look="soft" isBusy={isBusy} disabled={!isOnline.value} title={isOnline.value ? undefined : t('onlyOnline')}>
          {t('notes.add')}
        </Button>
      </div>
    </form>
  )
}

export function EditedNote({ note, onClose }: { note: Note; onClose(): void }) {
  const [text, setText] = useState(note.text)
  const { act, isBusy, error } = useAct()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const save = async () => {
    if (isBusy || !isOnline.value) return
    const params = { id: String(note.id) }
    if (await act(() => call(updateNote, { params, body: { text } }), { done: t('notes.saved'), isQuiet: true })) onClose()
  }
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <NoteText
        label={t('notes.label')}
        text={text}
        fault={faultIn(error)}
        onChange={setText}
        onSubmit={() => form.current?.requestSubmit()}
      />
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline.value}>
          {t('save')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {w('cancel')}
        </Button>
      </div>
    </form>
  )
}
