import { useState } from 'preact/hooks'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getConsoleSettings, updateSettings } from '#contract/console/settings.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

/** Asks an administrator until the time zone of the directory is chosen. */
export function TimeZoneQuestion() {
  const { answer } = useCall(getConsoleSettings, undefined, { isPrivate: true, isSaved: false })
  const [isBusy, setBusy] = useState(false)
  if (!answer || answer.isTimeZoneChosen) return null
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const choose = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await call(updateSettings, { body: { timeZone: here } })
      location.reload() // the page was written for the former time zone
    } catch (error) {
      setBusy(false)
      tell(reasonOf(error).detail)
    }
  }
  return (
    <section class="card stack" aria-labelledby="time-zone">
      <h2 id="time-zone">{t('today.zone')}</h2>
      <p>{t('today.zone.text')}</p>
      <div class="row">
        <Button isBusy={isBusy} onClick={choose}>
          {t('today.zone.here', { zone: here })}
        </Button>
        <ButtonLink look="plain" to={paths.settings}>
          {t('today.zone.other')}
        </ButtonLink>
      </div>
    </section>
  )
}
