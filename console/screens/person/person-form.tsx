import { useEffect, useId, useRef } from 'preact/hooks'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { useEditing } from '#console/parts/edit/editing.ts'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { t } from '#console/texts.ts'
import type { PersonData } from '#contract/console/person-edit.ts'
import { GROUP_MAX, listGroups } from '#contract/console/responsibility.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { type PersonForm as Form, personData } from './editable.ts'

const names = ['surname', 'name', 'patronymic'] as const

type Props = { person: PersonData | null; submit: string; doneOf(form: Form): string; onSaved?(person: PersonData): void }

/** Names, email and group. A new person with the name of another one is created only when the user says so. */
export function PersonForm({ person, submit, doneOf, onSaved }: Props) {
  const editing = useEditing(person, personData)
  const { form: values, set, isDirty, isBusy, error, faults } = editing
  const { answer } = useCall(listGroups, undefined, { isPrivate: true, isSaved: false })
  const form = useRef<HTMLFormElement>(null)
  const groups = useId()
  const isSimilar = error instanceof ProblemError && error.problem.code === 'similar_person'
  const whole = error && !isSimilar && Object.keys(faults).every((key) => key === '') ? reasonOf(error).detail : null
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [error])
  const save = async (changes: Partial<Form> = {}) => {
    const saved = await editing.save(doneOf(values), changes)
    if (saved)
      setTimeout(() => onSaved?.(saved)) // after the render that clears `isDirty`
    else if (changes.isSimilarAllowed) set({ isSimilarAllowed: false })
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isBusy) void save()
  }
  return (
    <form class="stack" ref={form} onSubmit={send}>
      <EditConflict editing={editing} nameOf={(key) => t(key === 'isSimilarAllowed' ? 'people.edit.name' : `people.edit.${key}`)} />
      {names.map((key) => (
        <Field
          key={key}
          label={key === 'name' ? t('people.edit.name') : `${t(`people.edit.${key}`)} (${t('optional')})`}
          fault={faults[key]}
          dir="auto"
          required={key === 'name'}
          maxLength={100}
          autocomplete="off"
          value={values[key]}
          onInput={({ currentTarget }) => set({ [key]: currentTarget.value })}
        />
      ))}
      <Field
        label={t('people.edit.email')}
        hint={person?.hasSignedIn ? t('people.edit.email.own') : t('people.edit.email.hint')}
        fault={faults.email}
        type="email"
        dir="ltr"
        required={person === null}
        disabled={person?.hasSignedIn}
        maxLength={254}
        autocomplete="off"
        value={values.email}
        onInput={({ currentTarget }) => set({ email: currentTarget.value })}
      />
      <Field
        label={`${t('people.group')} (${t('optional')})`}
        hint={t('people.edit.group.hint')}
        fault={faults.group}
        dir="auto"
        list={groups}
        maxLength={GROUP_MAX}
        autocomplete="off"
        value={values.group}
        onInput={({ currentTarget }) => set({ group: currentTarget.value })}
      />
      <datalist id={groups}>
        {(answer?.groups ?? []).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isSimilar && (
        <div class="edit-conflict" role="alert">
          <p>
            <strong>{error.problem.title}</strong> {error.problem.detail}
          </p>
          <Button look="soft" isBusy={isBusy} onClick={() => void save({ isSimilarAllowed: true })}>
            {t('people.new.anyway')}
          </Button>
        </div>
      )}
      {whole && (
        <p class="field-fault" role="alert">
          {whole}
        </p>
      )}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
          {submit}
        </Button>
      </div>
      <Unsaved isDirty={isDirty} />
    </form>
  )
}
