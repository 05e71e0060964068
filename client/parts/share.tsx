import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { lazy } from '#ui/lazy.tsx'
import { serverConfig } from '#ui/server/server-config.ts'
import './share.css'

const Qr = lazy(async () => (await import('./qr.tsx')).Qr)

async function copy(address: string): Promise<void> {
  await navigator.clipboard.writeText(address)
  tell(t('project.copied'))
}

/** Shares a link by the Web Share API or the clipboard, or as a QR code. */
export function Share({ path, title }: { path: string; title: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const address = serverConfig.origin + path
  const share = async () => {
    if (!navigator.share) return copy(address).catch(() => setIsOpen(true)) // clipboard denied: show the link in the dialog
    await navigator.share({ title, url: address }).catch(() => {}) // cancelled
  }
  return (
    <div class="share">
      <IconButton icon="share" name={t('project.share')} onClick={() => void share()} />
      <IconButton icon="qr" name={t('project.qr')} onClick={() => setIsOpen(true)} />
      <Dialog
        title={t('project.qr')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        footer={<Button onClick={() => void copy(address).catch(() => {})}>{t('project.copy')}</Button>}
      >
        <p>{t('project.qrHint')}</p>
        <Qr text={address} name={t('project.qrOf')} />
        <p class="share-address" dir="ltr">
          {address}
        </p>
      </Dialog>
    </div>
  )
}
