import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { createNote, type Note, type NoteObject, updateNote } from '#contract/console/note.ts'
import { useAct } from '#ui/act/act.ts'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { useDraft } from '#ui/form/draft.ts'
import { faultOf } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { NoteText } from './note-text.tsx'

/** The text is kept in the tab until it is saved. */
export function NewNote({ on, id }: { on: NoteObject; id: number }) {
  const [text, setText, removeSent] = useDraft(`note ${on} ${id}`)
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  const add = async (form: HTMLFormElement) => {
    if (!isOnline.value) return
    const send = async () => {
      await call(createNote, { body: { on, id, text } })
      removeSent(text) // before the notes are fetched again, which may take longer
    }
    await act(send, { done: t('notes.added') })
    form.querySelector('textarea')?.focus()
  }
  return (
    <Form onSubmit={add}>
      <NoteText
        label={t('notes.label')}
        text={text}
        fault={faultOf(error)}
        onChange={(next) => {
          setText(next)
          if (error) clear()
        }}
      />
      <div class="row">
        <Button type="submit" look="soft" isBusy={isBusy} disabled={!isOnline.value} title={isOnline.value ? undefined : t('onlyOnline')}>
          {t('notes.add')}
        </Button>
      </div>
    </Form>
  )
}

export function EditedNote({ note, onClose }: { note: Note; onClose(): void }) {
  const [text, setText] = useState(note.text)
  const { act, isBusy, error } = useAct({ hasText: true })
  const save = async () => {
    if (!isOnline.value) return
    const params = { id: String(note.id) }
    if (await act(() => call(updateNote, { params, body: { text } }), { done: t('notes.saved') })) onClose()
  }
  return (
    <Form
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <NoteText label={t('notes.label')} text={text} hasFocus fault={faultOf(error)} onChange={setText} />
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline.value}>
          {t('save')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {w('cancel')}
        </Button>
      </div>
    </Form>
  )
}
