import { useEffect, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { onlineOnly } from './offline.ts'

type Props = { title: string; roles: string[] | null; onClose(): void; onSave(roles: string[]): void }

export function RolesDialog({ title, roles, onClose, onSave }: Props) {
  const [draft, setDraft] = useState<string[]>([])
  const isOpen = roles !== null
  useEffect(() => setDraft(roles ?? []), [isOpen])
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      isDirty={isOpen && draft.join('\n') !== roles.join('\n')}
      onClose={onClose}
      footer={
        <Button {...onlineOnly()} onClick={() => onSave(draft)}>
          {t('save')}
        </Button>
      }
    >
      <RolePicker roles={draft} say={(key, values) => t(`roles.${key}`, values)} onChange={setDraft} />
    </FormDialog>
  )
}
