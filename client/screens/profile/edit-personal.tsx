import { t } from '#client/texts/index.ts'
import { type FullName, updatePersonal } from '#contract/profile.ts'
import { call } from '#ui/api.ts'
import { Field } from '#ui/field.tsx'
import { tell } from '#ui/toast.tsx'
import { EditSheet } from './edit-sheet.tsx'
import { changeOwn } from './own.ts'

const fields = [
  { key: 'name', autocomplete: 'given-name', isNeeded: true },
  { key: 'surname', autocomplete: 'family-name', isNeeded: true },
  { key: 'patronymic', autocomplete: 'additional-name', isNeeded: false },
] as const

export function EditPersonal({ fullName }: { fullName: FullName }) {
  const save = async (values: FullName) => {
    await changeOwn({ fullName: values }, () => call(updatePersonal, { body: values }))
    tell(t('profile.saved'))
  }
  return (
    <EditSheet
      edit="1"
      title={t('profile.editPersonal')}
      start={fullName}
      // The server says that a name is wrong, not which: the empty one, most likely.
      fieldOf={({ name, surname }) => ({ invalid_name: name.trim() !== '' && surname.trim() === '' ? 'surname' : 'name' })}
      onSave={save}
    >
      {({ values, faults, type }) =>
        fields.map(({ key, autocomplete, isNeeded }) => (
          <Field
            key={key}
            name={key}
            label={t(`profile.${key}`)}
            hint={key === 'patronymic' ? t('profile.patronymicHint') : undefined}
            autocomplete={autocomplete}
            required={isNeeded}
            maxLength={100}
            dir="auto"
            value={values[key]}
            fault={faults[key]}
            onInput={({ currentTarget }) => type(key, currentTarget.value)}
          />
        ))
      }
    </EditSheet>
  )
}
