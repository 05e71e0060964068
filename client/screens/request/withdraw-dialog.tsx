import { t } from '#client/texts.ts'
import { type ProjectRequest, withdrawRequest } from '#contract/request.ts'
import { useAct } from '#ui/act/act.ts'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'

export function WithdrawDialog({ request, isOpen, onClose }: { request: ProjectRequest; isOpen: boolean; onClose(): void }) {
  const { act, isBusy, error, clear } = useAct()
  const close = () => {
    clear()
    onClose()
  }
  const withdraw = () =>
    act(
      async () => {
        await call(withdrawRequest, { params: { id: String(request.id) } })
        close() // before the refresh: the button that opened it disappears
      },
      { done: t('application.withdrawn') },
    )
  return (
    <Confirm
      title={t('application.withdrawTitle')}
      yes={t('application.withdraw')}
      isDangerous
      {...{ isOpen, isBusy, error }}
      onClose={close}
      onYes={withdraw}
    >
      <p>{t('application.withdrawText')}</p>
    </Confirm>
  )
}
