import { t } from '#client/texts.ts'
import { type FullName, updatePersonal } from '#contract/profile.ts'
import { Field } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { EditDialog } from './edit-dialog.tsx'
import { changeOwn } from './own.ts'

const fields = [
  { key: 'name', autocomplete: 'given-name', hint: null },
  { key: 'surname', autocomplete: 'family-name', hint: 'profile.surnameHint' },
  { key: 'patronymic', autocomplete: 'additional-name', hint: 'profile.patronymicHint' },
] as const

export function EditPersonal({ fullName }: { fullName: FullName }) {
  const save = async (values: FullName) => {
    await changeOwn({ fullName: values }, () => call(updatePersonal, { body: values }))
    return t('profile.saved')
  }
  return (
    <EditDialog
      edit="1"
      title={t('profile.editPersonal')}
      start={fullName}
      // The server does not say which part is invalid: assume the first one that changed.
      fieldOf={(values, before) => ({ invalid_name: fields.find(({ key }) => values[key] !== before[key])?.key ?? 'name' })}
      onSave={save}
    >
      {({ values, faults, type }) =>
        fields.map(({ key, autocomplete, hint }) => (
          <Field
            key={key}
            name={key}
            label={t(`profile.${key}`)}
            hint={hint ? t(hint) : undefined}
            autocomplete={autocomplete}
            required={key === 'name' && fullName.name !== ''}
            maxLength={100}
            dir="auto"
            value={values[key]}
            fault={faults[key]}
            onInput={({ currentTarget }) => type(key, currentTarget.value)}
          />
        ))
      }
    </EditDialog>
  )
}
