import { useEffect, useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { PickedFiles } from '#client/parts/picked-files.tsx'
import { t } from '#client/texts.ts'
import type { File as StoredFile } from '#contract/project.ts'
import { changeResult } from '#contract/result.ts'
import { TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'

const LONGEST = 1000

type Props = { file: StoredFile; isOpen: boolean; onClose(): void; onSend(file: File, comment: string): void }

export function ReplaceDialog({ file, isOpen, onClose, onSend }: Props) {
  const [picked, setPicked] = useState<File[]>([])
  const [comment, setComment] = useState('')
  useEffect(() => {
    setPicked([])
    setComment('')
  }, [isOpen])
  return (
    <FormDialog
      title={t('team.replaceOf', { name: file.name })}
      isOpen={isOpen}
      isDirty={picked.length > 0 || comment.trim() !== ''}
      onClose={onClose}
      submit={t('team.replace')}
      button={picked[0] ? onlineOnly() : { disabled: true }}
      onSubmit={() => onSend(picked[0]!, comment.trim())}
    >
      <PickedFiles label={t('team.newFile')} files={picked} onChange={setPicked} limits={changeResult.files} />
      <TextArea
        label={t('team.comment')}
        hint={t('team.comment.hint')}
        rows={3}
        maxLength={LONGEST}
        value={comment}
        onInput={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </FormDialog>
  )
}
