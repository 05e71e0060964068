import { useRef, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type ConsoleSettings, deleteLogo, uploadLogo } from '#contract/console/settings.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { upload } from '#ui/file/upload.ts'
import { Logo } from '#ui/logo.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { size } from '#ui/time/format.ts'
import { cacheSettings } from './form.ts'

/** Uploads and removes the logo, at once: it is no part of the form. */
export function LogoPicker({ settings: { logo } }: { settings: ConsoleSettings }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const { act, isBusy, error } = useAct()
  const { mostBytes } = uploadLogo.files
  const choose = async (file: File | undefined) => {
    if (!file) return
    const isPicture = /^image\/(jpeg|png|webp)$/.test(file.type)
    const why = !isPicture ? t('settings.logo.type') : file.size > mostBytes ? t('settings.logo.large', { most: size(mostBytes) }) : ''
    setFault(why)
    if (why !== '') return
    await act(async () => cacheSettings(await upload({ endpoint: uploadLogo, fields: {}, files: [file] })), {
      done: t('settings.logo.uploaded'),
    })
  }
  const remove = () => act(async () => cacheSettings(await call(deleteLogo)), { done: t('settings.logo.removed') })
  return (
    <fieldset class="choices stack">
      <legend>{t('settings.logo')}</legend>
      <p class="field-hint">{t('settings.logo.hint')}</p>
      <div class="row">
        {logo ? <Logo logo={logo} height={40} /> : <img src="/icon.svg" alt="" width="40" height="40" />}
        <Button look="soft" icon="upload" isBusy={isBusy} disabled={!isOnline.value} onClick={() => input.current!.click()}>
          {t(logo ? 'settings.logo.replace' : 'settings.logo.upload')}
        </Button>
        {logo && (
          <Button look="plain" icon="remove" disabled={isBusy || !isOnline.value} onClick={() => void remove()}>
            {t('settings.logo.remove')}
          </Button>
        )}
      </div>
      <ErrorMessage of={fault || error} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          currentTarget.value = '' // the same file may be chosen again
        }}
      />
    </fieldset>
  )
}
