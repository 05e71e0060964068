import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { deleteUser, exportUser } from '#contract/profile.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { call, download } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { signOut } from '#ui/session/session.ts'
import { reasonOf } from '#ui/states.tsx'
import { Confirm } from './confirm.tsx'

async function saveExport(id: number): Promise<void> {
  try {
    const address = URL.createObjectURL(await download(serverConfig.api + exportUser.path))
    Object.assign(document.createElement('a'), { href: address, download: `projectory-${id}.json` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    tell(t('own.exported'))
  } catch (error) {
    tell(reasonOf(error).detail)
  }
}

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
  const [isExporting, setIsExporting] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const remove = async () => {
    await call(deleteUser)
    setIsAsking(false)
    await signOut()
    tell(t('own.deleted'))
  }
  return (
    <section class="stack">
      <h2>{t('own.title')}</h2>
      <ul class="rows">
        <Row
          icon="download"
          text={t('own.export')}
          hint={t('own.exportHint')}
          isBusy={isExporting}
          onClick={() => {
            setIsExporting(true)
            void saveExport(id).then(() => setIsExporting(false))
          }}
        />
        <Row icon="remove" text={t('own.delete')} hint={t('own.deleteHint')} onClick={() => setIsAsking(true)} />
      </ul>
      <Confirm title={t('own.deleteTitle')} yes={t('own.deleteYes')} isOpen={isAsking} onClose={() => setIsAsking(false)} onYes={remove}>
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
