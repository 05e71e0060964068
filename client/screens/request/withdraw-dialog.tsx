import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { type ProjectRequest, withdrawRequest } from '#contract/request.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'

export function WithdrawDialog({ request, isOpen, onClose }: { request: ProjectRequest; isOpen: boolean; onClose(): void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const close = () => {
    setFault('')
    onClose()
  }
  const withdraw = async () => {
    setIsBusy(true)
    try {
      await call(withdrawRequest, { params: { id: String(request.id) } })
      close()
      tell(t('application.withdrawn'))
      await refreshAll()
    } catch (error) {
      setFault(reasonOf(error).detail)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      title={t('application.withdrawTitle')}
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button look="plain" onClick={close}>
            {w('cancel')}
          </Button>
          <Button look="danger" isBusy={isBusy} onClick={() => void withdraw()}>
            {t('application.withdraw')}
          </Button>
        </>
      }
    >
      <p>{t('application.withdrawText')}</p>
      {fault && (
        <p class="field-fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  )
}
