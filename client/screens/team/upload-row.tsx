import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { w } from '#ui/shared-texts.ts'
import { isFinal, reasonOf } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { dismiss, retry, uploads } from './upload-state.ts'

/** Upload progress with a cancel button; or the error with a retry button. */
export function UploadRow({ at }: { at: string }) {
  const upload = uploads.value[at]
  if (!upload) return null
  const { name } = upload.file
  if (upload.error === null)
    return (
      <div class="sending">
        <p role="status">{t('team.sending', { name })}</p>
        <div class="spread">
          <progress class="progress" value={upload.share} aria-label={t('team.sending', { name })} />
          <span class="soft" aria-hidden="true">
            {`${count(Math.floor(upload.share * 100))}\u00a0%`}
          </span>
          <Button look="plain" aria-label={t('team.stop', { name })} onClick={() => dismiss(at)}>
            {w('cancel')}
          </Button>
        </div>
      </div>
    )
  return (
    <div class="sending" role="alert">
      <p class="field-fault">{t('team.notSent', { name })}</p>
      <p>{reasonOf(upload.error).detail}</p>
      <div class="row">
        {!isFinal(upload.error) && (
          <Button {...onlineOnly()} onClick={() => retry(at)}>
            {w('retry')}
          </Button>
        )}
        <Button look="plain" onClick={() => dismiss(at)}>
          {w('remove')}
        </Button>
      </div>
    </div>
  )
}
