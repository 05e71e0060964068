import { useMemo } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { updateAccount } from '#contract/profile.ts'
import { Field } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { EditDialog } from './edit-dialog.tsx'
import { changeOwn } from './own.ts'

type Contact = { email: string; phone: string }

export function EditAccount({ email, phone }: Contact) {
  const start = useMemo(() => ({ email, phone }), [email, phone])
  const save = async (body: Contact) => {
    // Optimistic update of the phone only: the new address must be confirmed first.
    const { pendingEmail } = await changeOwn({ phone: body.phone.trim(), phoneText: body.phone.trim() }, () =>
      call(updateAccount, { body }),
    )
    const isWaiting = pendingEmail !== null && body.email.trim() !== email
    return isWaiting ? t('profile.savedPending', { email: pendingEmail }) : t('profile.saved')
  }
  return (
    <EditDialog
      edit="account"
      title={t('profile.editAccount')}
      start={start}
      fieldOf={() => ({ invalid_email: 'email', invalid_phone: 'phone' })}
      onSave={save}
    >
      {({ values, faults, type }) => (
        <>
          <Field
            type="email"
            name="email"
            label={t('profile.email')}
            hint={t('profile.emailHint')}
            autocomplete="email"
            required={email !== ''}
            maxLength={254}
            value={values.email}
            fault={faults.email}
            onInput={({ currentTarget }) => type('email', currentTarget.value)}
          />
          <Field
            type="tel"
            name="phone"
            label={t('profile.phone')}
            hint={t('profile.phoneHint')}
            autocomplete="tel"
            maxLength={40}
            value={values.phone}
            fault={faults.phone}
            onInput={({ currentTarget }) => type('phone', currentTarget.value)}
          />
        </>
      )}
    </EditDialog>
  )
}
