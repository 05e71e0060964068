import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { deleteUser, exportUser } from '#contract/profile.ts'
import { useAct } from '#ui/act/act.ts'
import { saveFile } from '#ui/file/stored-file.ts'
import { Confirm } from '#ui/form/confirm.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { signOut } from '#ui/session/session.ts'

type RowProps = { icon: IconName; text: string; hint?: string; isBusy?: boolean; onClick(): void }

const Row = ({ icon, text, hint, isBusy, onClick }: RowProps) => (
  <li>
    <button
      type="button"
      class="rows-item"
      disabled={!isOnline.value}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? <span class="spinner" /> : <Icon name={icon} />}
      <span>
        {text}
        <small>{isOnline.value ? hint : t('onlyOnline')}</small>
      </span>
    </button>
  </li>
)

export function OwnData({ id }: { id: number }) {
  const exporting = useAct({ isToast: true })
  const { act, isBusy, error, clear } = useAct()
  const [isAsking, setIsAsking] = useState(false)
  const save = () =>
    exporting.act(() => saveFile({ url: serverConfig.api + exportUser.path, name: `projectory-${id}.json` }), { done: t('own.exported') })
  const close = () => {
    setIsAsking(false)
    clear()
  }
  const remove = () =>
    act(
      async () => {
        await call(deleteUser)
        close()
        await signOut()
      },
      { done: t('own.deleted') },
    )
  return (
    <section class="stack">
      <h2>{t('own.title')}</h2>
      <ul class="rows">
        <Row icon="download" text={t('own.export')} hint={t('own.exportHint')} isBusy={exporting.isBusy} onClick={() => void save()} />
        <Row icon="remove" text={t('own.delete')} hint={t('own.deleteHint')} onClick={() => setIsAsking(true)} />
      </ul>
      <Confirm
        title={t('own.deleteTitle')}
        yes={t('own.deleteYes')}
        isDangerous
        isOpen={isAsking}
        isDisabled={!isOnline.value}
        {...{ isBusy, error }}
        onClose={close}
        onYes={remove}
      >
        <div class="prose">
          <ul>
            <li>{t('own.deleteGo')}</li>
            <li>{t('own.deleteEnd')}</li>
            <li>{t('own.deleteStay')}</li>
          </ul>
        </div>
        <p>{t('own.deleteNever')}</p>
      </Confirm>
    </section>
  )
}
