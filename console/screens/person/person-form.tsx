import { useId } from 'preact/hooks'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { t } from '#console/texts.ts'
import type { PersonData } from '#contract/console/person-edit.ts'
import { GROUP_MAX, listGroups } from '#contract/console/responsibility.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { personData, type PersonForm as Values } from './editable.ts'

const names = ['surname', 'name', 'patronymic'] as const

type Props = { person: PersonData | null; submit: string; doneOf(form: Values): string; onSaved?(person: PersonData): void }

/** Names, email and group. A new person with the name of another one is created only when the user says so. */
export function PersonForm({ person, submit, doneOf, onSaved }: Props) {
  const editing = useForm(person, personData)
  const { form: values, set, isDirty, isBusy, error, faults } = editing
  const { answer } = useCall(listGroups, undefined, { isPrivate: true, isSaved: false })
  const groups = useId()
  const isSimilar = error instanceof ProblemError && error.problem.code === 'similar_person'
  const save = async (changes: Partial<Values> = {}) => {
    const saved = await editing.save(doneOf(values), { changes })
    if (saved)
      setTimeout(() => onSaved?.(saved)) // after the render that clears `isDirty`
    else if (changes.isSimilarAllowed) set({ isSimilarAllowed: false })
  }
  return (
    <Form error={error} onSubmit={() => save()}>
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
      {!isSimilar && <ErrorMessage of={faults['']} />}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
          {submit}
        </Button>
      </div>
      <Unsaved isDirty={isDirty} />
    </Form>
  )
}
