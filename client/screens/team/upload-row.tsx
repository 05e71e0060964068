import { t } from '#client/texts/index.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'
import { onlineOnly } from './offline.ts'
import { again, forget, sendings } from './upload-state.ts'

/** How far a file is on its way, with a way to stop it; or why it did not arrive, with a way to try again. */
export function SendingLine({ at }: { at: string }) {
  const sending = sendings.value[at]
  if (!sending) return null
  const { name } = sending.file
  if (sending.error === null)
    return (
      <div class="sending">
        <p role="status">{t('team.sending', { name })}</p>
        <div class="spread">
          <progress class="progress" value={sending.share} aria-label={t('team.sending', { name })} />
          <span class="soft" aria-hidden="true">
            {`${count(Math.floor(sending.share * 100))}\u00a0%`}
          </span>
          <Button look="plain" aria-label={t('team.stop', { name })} onClick={() => forget(at)}>
            {w('cancel')}
          </Button>
        </div>
      </div>
    )
  return (
    <div class="sending" role="alert">
      <p class="field-fault">{t('team.notSent', { name })}</p>
      <p>{reasonOf(sending.error).detail}</p>
      <div class="row">
        <Button {...onlineOnly()} onClick={() => again(at)}>
          {w('retry')}
        </Button>
        <Button look="plain" onClick={() => forget(at)}>
          {w('remove')}
        </Button>
      </div>
    </div>
  )
}
